// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.convert;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Reads small XML files with the line of each element. A file with a DOCTYPE is refused. */
final class XmlReader {
  /** Elements are walked recursively; an allocation file needs about as many levels as queues. */
  private static final int MAXIMUM_LEVELS = 200;

  private static final Pattern MESSAGE = Pattern.compile("(?s).*Message:\\s*(.*)");

  private final Path file;
  private final Deque<Open> open = new ArrayDeque<>();

  private XmlReader(Path file) {
    this.file = file;
  }

  /**
   * Reads a file.
   *
   * @return its document element
   * @throws ConversionException if it cannot be read or is not well-formed
   */
  static XmlElement read(Path file) throws ConversionException {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      return new XmlReader(file).read(in);
    } catch (NoSuchFileException e) {
      throw new ConversionException(file + ": no such file", e);
    } catch (IOException e) {
      throw new ConversionException(file + ": cannot be read: " + e.getMessage(), e);
    } catch (XMLStreamException e) {
      Matcher message = MESSAGE.matcher(String.valueOf(e.getMessage()));
      String what = message.matches() ? message.group(1) : String.valueOf(e.getMessage());
      int line = e.getLocation() == null ? 1 : e.getLocation().getLineNumber();
      throw new ConversionException(
          file + ":" + line + ": expected a well-formed XML file: " + what.strip(), e);
    }
  }

  private XmlElement read(InputStream in) throws XMLStreamException, ConversionException {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    XMLStreamReader xml = factory.createXMLStreamReader(in);
    while (true) {
      switch (xml.next()) {
        case XMLStreamConstants.START_ELEMENT -> start(xml);
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE ->
            text(xml.getText());
        case XMLStreamConstants.END_ELEMENT -> {
          XmlElement element = open.pop().close();
          if (open.isEmpty()) {
            readToTheEnd(xml);
            return element;
          }
          open.peek().children.add(element);
        }
        case XMLStreamConstants.DTD, XMLStreamConstants.ENTITY_REFERENCE ->
            throw refusal(xml, "no DOCTYPE and no entities of its own");
        default -> {
          // Comments and processing instructions say nothing.
        }
      }
    }
  }

  private static void readToTheEnd(XMLStreamReader xml) throws XMLStreamException {
    while (xml.hasNext()) {
      xml.next();
    }
  }

  private void start(XMLStreamReader xml) throws ConversionException {
    if (open.size() >= MAXIMUM_LEVELS) {
      throw refusal(xml, "at most " + MAXIMUM_LEVELS + " levels of elements");
    }
    Open element = new Open(xml.getLocalName(), xml.getLocation().getLineNumber());
    for (int i = 0; i < xml.getAttributeCount(); i++) {
      element.attributes.put(xml.getAttributeLocalName(i), xml.getAttributeValue(i));
    }
    open.push(element);
  }

  private void text(String text) {
    Open element = open.peek();
    if (element != null) {
      element.text.append(text);
    }
  }

  private ConversionException refusal(XMLStreamReader xml, String expected) {
    int line = xml.getLocation().getLineNumber();
    return new ConversionException(List.of(file + ":" + line + ": expected " + expected));
  }

  /** An element whose end tag has not been read. */
  private static final class Open {
    private final String name;
    private final int line;
    private final Map<String, String> attributes = new HashMap<>();
    private final List<XmlElement> children = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();

    Open(String name, int line) {
      this.name = name;
      this.line = line;
    }

    XmlElement close() {
      return new XmlElement(name, line, attributes, children, text.toString());
    }
  }
}
