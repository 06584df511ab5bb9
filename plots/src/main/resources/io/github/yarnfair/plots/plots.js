/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Draws pictures: what queues held and what their ideal shares were, waiting times, utilisation and nodes over time.
 * A picture is a JSON object; docs/pictures.md has its shape. Shares are in hundredths of a percent, times in
 * milliseconds from picture.origin.
 *
 * On a page with <script id="pictures" type="application/json"> it draws that array of pictures into #plots (a report).
 * Into .plots-live it draws the picture to which the link .plots-source in it leads (the live page), with the library
 * that lies beside this file.
 *
 * Names of queues and nodes come from users. They reach the page as text nodes or as text on a canvas, never as markup;
 * ECharts is given series and categories by number, since names are keys of its objects.
 */
(function () {
  'use strict';

  const HERE = document.currentScript ? document.currentScript.src : '';

  /** Most queues with a line of their own; the others of the same parent are added up. */
  const MOST_QUEUES = 12;
  const LONGEST_LABEL = 34;
  const LONG_LABEL = 25;
  const SHORT_LABEL = 13;
  const NARROW = 640;
  const SECONDS_BELOW = 5 * 60 * 1000;
  const OTHERS_COLOUR = '#b4b4b4';
  const DARK = window.matchMedia('(prefers-color-scheme: dark)');
  const ELSEWHERE_COLOUR = '#dedede';
  const PREEMPTED_COLOUR = '#c00000';
  const PALETTE = ['#3366cc', '#f28e2b', '#59a14f', '#b07aa1', '#e15759', '#2aa5a0', '#c9a400', '#8c564b', '#f58ab4',
    '#5b7083', '#7cb5ec', '#6b4c9a'];
  const SIZE_PALETTE = ['#9ecae1', '#6baed6', '#4292c6', '#2171b5', '#084594'];

  /** Returns the colours of all but queues and resources, in the browser's colour scheme. */
  function tone() {
    return DARK.matches
      ? {text: '#ccc', axis: '#999', split: '#3a3a3a', ground: 24, ran: '#4a4a4a'}
      : {text: '#333', axis: '#555', split: '#e0e0e0', ground: 255, ran: '#d4d4d4'};
  }

  // ------------------------------------------------------------------------------------------ text

  /** Cuts the middle out of a long name, and keeps its direction of writing from the text around it. */
  function label(name, most = LONGEST_LABEL) {
    const letters = Array.from(name);
    const half = Math.floor((most - 1) / 2);
    const text = letters.length <= most
      ? name : letters.slice(0, half).join('') + '…' + letters.slice(letters.length - half).join('');
    return '\u2068' + text.replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '\ufffd') + '\u2069';
  }

  function lastPart(path) {
    return path.substring(path.lastIndexOf('.') + 1);
  }

  function parentOf(path) {
    const dot = path.lastIndexOf('.');
    return dot < 0 ? null : path.substring(0, dot);
  }

  function percent(hundredths) {
    return (hundredths / 100).toFixed(Math.abs(hundredths) < 1000 ? 1 : 0) + ' %';
  }

  function duration(millis) {
    if (millis < 1000) {
      return Math.round(millis) + ' ms';
    }
    const parts = [[86400000, 'd'], [3600000, 'h'], [60000, 'min'], [1000, 's']];
    const first = parts.findIndex(([unit]) => millis >= unit);
    const [unit, name] = parts[first];
    const whole = Math.floor(millis / unit);
    const next = parts[first + 1];
    const rest = next ? Math.floor((millis - whole * unit) / next[0]) : 0;
    return whole + ' ' + name + (rest > 0 && whole < 10 ? ' ' + rest + ' ' + next[1] : '');
  }

  function moment(picture, millis) {
    return picture.origin > 0 ? new Date(picture.origin + millis).toLocaleString() : duration(millis);
  }

  function tick(picture, millis) {
    if (picture.origin > 0) {
      const time = new Date(picture.origin + millis);
      const parts = [time.getHours(), time.getMinutes(), time.getSeconds()];
      const shown = picture.end - (picture.times[0] || 0) < SECONDS_BELOW ? parts : parts.slice(0, 2);
      return shown.map(part => String(part).padStart(2, '0')).join(':');
    }
    return millis === 0 ? '0' : duration(millis);
  }

  function element(tag, className, text) {
    const made = document.createElement(tag);
    if (className) {
      made.className = className;
    }
    if (text !== undefined) {
      made.textContent = text;
    }
    return made;
  }

  /** Returns the contents of a tooltip: a title and lines of colour, name and value. */
  function tip(title, lines) {
    const box = element('div', 'plot-tip');
    box.append(element('b', '', title));
    for (const [colour, name, value] of lines) {
      const line = element('div', 'plot-tip-line');
      const swatch = element('i', 'plot-swatch');
      swatch.style.background = colour;
      line.append(swatch, element('bdi', '', label(name)), element('span', '', value));
      box.append(line);
    }
    return box;
  }

  // ------------------------------------------------------------------------------------- selection

  /** Returns the parents that have queues in some picture, those with the shortest path first. */
  function parents(pictures) {
    const found = new Set();
    for (const picture of pictures) {
      for (const path of picture.parents || picture.queues.map(queue => parentOf(queue.path))) {
        if (path !== null) {
          found.add(path);
        }
      }
    }
    return Array.from(found).sort((a, b) => a.split('.').length - b.split('.').length || (a < b ? -1 : 1));
  }

  function importance({held, ideal}) {
    let sum = 0;
    for (let t = 0; t < held.length; t++) {
      sum += Math.max(held[t] || 0, ideal[t] || 0);
    }
    return sum / Math.max(1, held.length);
  }

  /** Returns what a queue held and its ideal: of a resource, or its dominant shares if that is empty. */
  function seriesOf(queue, resource) {
    const series = resource ? (queue.by || {})[resource] || {held: [], ideal: []} : queue;
    return {held: series.held, ideal: series.ideal};
  }

  /**
   * Chooses the queues below a parent that have a line of their own, the same in all pictures: the largest by held or
   * ideal share. Each has a path and a colour.
   *
   * @param resource the resource whose shares are shown; empty for dominant shares
   */
  function select(pictures, parent, resource = '') {
    const size = new Map();
    for (const picture of pictures) {
      for (const queue of picture.queues) {
        if (parentOf(queue.path) === parent) {
          size.set(queue.path, (size.get(queue.path) || 0) + importance(seriesOf(queue, resource)));
        }
      }
    }
    const paths = Array.from(size.keys()).sort((a, b) => size.get(b) - size.get(a) || (a < b ? -1 : 1));
    return {
      parent,
      resource,
      shown: paths.slice(0, MOST_QUEUES).map((path, i) => ({path, colour: PALETTE[i % PALETTE.length]})),
      others: paths.length - Math.min(paths.length, MOST_QUEUES),
    };
  }

  /** Returns the shown queues of a picture with their series, and the others as one. */
  function lines(picture, selection) {
    const byPath = new Map(picture.queues.map(queue => [queue.path, queue]));
    const chosen = selection.shown
      .filter(each => byPath.has(each.path))
      .map(each => ({...each, name: lastPart(each.path), ...seriesOf(byPath.get(each.path), selection.resource)}));
    if (selection.others > 0) {
      const known = new Set(selection.shown.map(each => each.path));
      const rest = picture.queues.filter(queue => parentOf(queue.path) === selection.parent && !known.has(queue.path));
      const held = new Array(picture.times.length).fill(0);
      const ideal = new Array(picture.times.length).fill(0);
      for (const queue of rest) {
        const series = seriesOf(queue, selection.resource);
        for (let t = 0; t < held.length; t++) {
          held[t] += series.held[t] || 0;
          ideal[t] += series.ideal[t] || 0;
        }
      }
      chosen.push({path: '', name: '(' + selection.others + ' others)', colour: OTHERS_COLOUR, held, ideal});
    }
    return chosen;
  }

  // ---------------------------------------------------------------------------------------- charts

  /** Returns a round time between the ticks of a time axis. */
  function interval(picture, most) {
    const span = picture.axisEnd - (picture.times[0] || 0);
    const round = [1, 5, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400]
      .map(seconds => 1000 * seconds);
    const days = Math.ceil(span / most / 86400000);
    return round.find(millis => span / millis <= most) || days * 86400000;
  }

  function base(picture, names, narrow) {
    return {
      animation: false,
      color: PALETTE,
      textStyle: {fontFamily: 'system-ui, sans-serif', color: tone().text},
      grid: {left: narrow ? 46 : 58, right: 14, top: 12, bottom: names.length ? 58 : 30},
      legend: names.length === 0 ? undefined : {
        type: 'scroll',
        bottom: 0,
        left: 'center',
        width: '94%',
        itemWidth: 14,
        itemHeight: 10,
        textStyle: {lineHeight: 20, color: tone().text},
        pageTextStyle: {color: tone().text},
        data: names.map((name, i) => ({name: String(i)})),
        formatter: i => label(names[Number(i)] === undefined ? i : names[Number(i)]),
      },
      tooltip: {trigger: 'axis', confine: true, transitionDuration: 0},
      dataZoom: [{type: 'inside', filterMode: 'none', zoomOnMouseWheel: 'ctrl', moveOnMouseWheel: false}],
      xAxis: {
        type: 'value',
        min: picture.origin > 0 && picture.times.length ? picture.times[0] : 0,
        max: picture.axisEnd,
        interval: interval(picture, narrow ? 4 : 7),
        splitLine: {show: false},
        axisLine: {lineStyle: {color: tone().axis}},
        axisLabel: {color: tone().text, formatter: value => tick(picture, value), hideOverlap: true, showMaxLabel: false},
      },
    };
  }

  /** Returns the properties of an axis of values. */
  function valueAxis(formatter, bounds) {
    return {
      type: 'value',
      axisLabel: {color: tone().text, formatter},
      splitLine: {lineStyle: {color: tone().split}},
      ...bounds,
    };
  }

  /** Pictures beside each other have one scale: returns what all of them need. */
  function commonScale(pictures, selection) {
    let stacked = 100;
    let different = 100;
    for (const picture of pictures) {
      const chosen = lines(picture, selection);
      for (let t = 0; t < picture.times.length; t++) {
        const sum = valuesOf => chosen.reduce((total, line) => total + (valuesOf(line)[t] || 0), 0);
        stacked = Math.max(stacked, sum(line => line.held), sum(line => line.ideal));
        for (const {held, ideal} of chosen) {
          different = Math.max(different, Math.abs((held[t] || 0) - (ideal[t] || 0)));
        }
      }
    }
    const waits = pictures.flatMap(picture => picture.waits
      .filter(([queue]) => selection.shown.some(each => each.path === picture.queues[queue].path))
      .map(row => row.slice(3, 8)));
    const power = (value, round) => Math.pow(10, round(Math.log10(Math.max(1, value))));
    const stackStep = [500, 1000, 2500, 5000, 10000, 25000].find(step => stacked / step <= 3) || 100000;
    return {
      stack: stackStep * Math.ceil(stacked / stackStep),
      stackStep,
      difference: Math.ceil(different / 500) * 500,
      waits: {
        min: power(Math.min(...waits.map(row => row[0])), Math.floor),
        max: power(Math.max(...waits.map(row => row[4])), Math.ceil),
      },
      end: Math.max(...pictures.map(picture => picture.end)),
    };
  }

  function points(picture, values, sign) {
    return picture.times.map((time, t) => [time, values[t] === null || values[t] === undefined ? null : sign * values[t]]);
  }

  /** Returns a colour half-way to the background. */
  function light(colour) {
    const part = i => Math.round((parseInt(colour.substring(i, i + 2), 16) + tone().ground) / 2);
    return 'rgb(' + part(1) + ',' + part(3) + ',' + part(5) + ')';
  }

  /** Returns areas from zero to the sums of the first lines, the largest sum behind the others. */
  function stack(picture, chosen, valuesOf, sign, colourOf) {
    const sums = new Array(picture.times.length).fill(0);
    const areas = chosen.map((line, i) => {
      valuesOf(line).forEach((value, t) => {
        sums[t] += value || 0;
      });
      const colour = colourOf(line.colour);
      return {
        type: 'line',
        name: String(i),
        step: 'end',
        symbol: 'none',
        lineStyle: {width: 0.5, color: colour},
        itemStyle: {color: line.colour},
        areaStyle: {color: colour, opacity: 1, origin: 0},
        emphasis: {disabled: true},
        data: points(picture, sums.slice(), sign),
      };
    });
    return areas.reverse();
  }

  /** What queues hold is stacked above zero, what they should hold in the same colours below. */
  function heldAndIdeal(picture, selection, narrow, scale) {
    const chosen = lines(picture, selection);
    const option = base(picture, chosen.map(line => line.name), narrow);
    option.legend.selectedMode = false; // Without one of them the sums would be wrong.
    option.yAxis = valueAxis(value => percent(Math.abs(value)),
      {min: -scale.stack, max: scale.stack, interval: scale.stackStep});
    option.series = [
      ...stack(picture, chosen, line => line.held, 1, colour => colour),
      ...stack(picture, chosen, line => line.ideal, -1, light),
    ];
    option.tooltip.formatter = params => {
      const t = params[0].dataIndex;
      return tip(moment(picture, picture.times[t]) + ': held / ideal', chosen.map(line =>
        [line.colour, line.name, percent(line.held[t] || 0) + ' / ' + percent(line.ideal[t] || 0)]));
    };
    return option;
  }

  function difference(picture, selection, narrow, scale) {
    const chosen = lines(picture, selection);
    const differences = chosen.map(line => line.held.map((held, t) =>
      held === null || line.ideal[t] === null ? null : held - line.ideal[t]));
    return aroundZero(picture, chosen, differences, scale.difference, 'held minus ideal', narrow);
  }

  /** What queues held more than their parts in the past, as a part of what these come to in the time remembered. */
  function balances(picture, selection, narrow) {
    const byPath = new Map(picture.queues.map(queue => [queue.path, queue.balance]));
    const chosen = selection.shown
      .filter(each => byPath.get(each.path))
      .map(each => ({...each, name: lastPart(each.path)}));
    const values = chosen.map(each => byPath.get(each.path));
    const most = Math.max(100, ...values.flat().map(value => Math.abs(value || 0)));
    return aroundZero(picture, chosen, values, 500 * Math.ceil(most / 500), 'ahead (+) or behind (-)', narrow);
  }

  /** Returns a line for each queue that may be above and below zero. */
  function aroundZero(picture, chosen, differences, bound, title, narrow) {
    const option = base(picture, chosen.map(line => line.name), narrow);
    option.yAxis = valueAxis(value => (value > 0 ? '+' : '') + percent(value),
      {min: -bound, max: bound, interval: bound / 2});
    option.series = chosen.map((line, i) => ({
      type: 'line',
      name: String(i),
      step: 'end',
      symbol: 'none',
      lineStyle: {width: 1.3, color: line.colour},
      itemStyle: {color: line.colour},
      emphasis: {disabled: true},
      data: points(picture, differences[i], 1),
      markLine: i > 0 ? undefined : {
        silent: true,
        symbol: 'none',
        label: {show: false},
        lineStyle: {color: tone().axis, type: 'solid', width: 1},
        data: [{yAxis: 0}],
      },
    }));
    option.tooltip.formatter = params => {
      const t = params[0].dataIndex;
      return tip(moment(picture, picture.times[t]) + ': ' + title, chosen.map((line, i) => {
        const value = differences[i][t];
        return [line.colour, line.name, value === null || value === undefined ? 'none' : (value > 0 ? '+' : '') + percent(value)];
      }));
    };
    return option;
  }

  /** For each queue and size of its jobs, the quantiles 5, 25, 50, 75 and 95 % of waiting times. */
  function waitingTimes(picture, selection, narrow, scale) {
    const indexOf = new Map(picture.queues.map((queue, i) => [queue.path, i]));
    const chosen = selection.shown.filter(each => indexOf.has(each.path));
    const position = new Map(chosen.map((each, i) => [indexOf.get(each.path), i]));
    const sizes = picture.sizes;
    const boxes = sizes.map(() => []);
    const counts = new Map();
    for (const [queue, size, count, ...quantiles] of picture.waits) {
      if (position.has(queue)) {
        // A logarithmic axis has no zero: the least wait shown is a millisecond.
        boxes[size].push([position.get(queue), ...quantiles.slice(0, 5).map(value => Math.max(1, value))]);
        counts.set(position.get(queue) + '/' + size, [count, quantiles]);
      }
    }
    const used = sizes.map((size, i) => i).filter(i => boxes[i].length > 0);
    const option = base(picture, used.map(i => sizes[i]), narrow);
    option.dataZoom = undefined;
    if (option.legend) {
      option.legend.data.forEach((item, i) => {
        item.itemStyle = {color: SIZE_PALETTE[used[i] % SIZE_PALETTE.length], borderWidth: 0};
      });
    }
    option.grid.bottom = narrow ? 100 : 90;
    option.xAxis = {
      type: 'category',
      data: chosen.map((each, i) => String(i)),
      axisLabel: {
        color: tone().text,
        interval: 0,
        rotate: chosen.length > (narrow ? 4 : 8) ? 28 : 0,
        formatter: i => label(lastPart(chosen[Number(i)].path), SHORT_LABEL),
      },
    };
    option.yAxis = {
      ...valueAxis(value => duration(value), scale.waits),
      type: 'log',
      logBase: 10,
      minorTick: {show: false},
    };
    option.tooltip = {trigger: 'item', confine: true, transitionDuration: 0};
    option.series = used.map((size, i) => ({
      type: 'boxplot',
      name: String(i),
      boxWidth: [3, 26],
      itemStyle: {color: SIZE_PALETTE[size % SIZE_PALETTE.length], borderColor: DARK.matches ? '#cde' : '#234'},
      emphasis: {disabled: true},
      encode: {x: 0, y: [1, 2, 3, 4, 5]},
      data: boxes[size],
    }));
    option.tooltip.formatter = param => {
      const size = used[param.seriesIndex];
      const at = param.data[0];
      const [count, quantiles] = counts.get(at + '/' + size);
      const colour = SIZE_PALETTE[size % SIZE_PALETTE.length];
      const names = ['5 % waited at most', '25 %', 'half', '75 %', '95 %', 'longest'];
      return tip(label(chosen[at].path) + ', ' + sizes[size] + ': ' + count.toLocaleString('en') + ' waits',
        names.map((name, i) => [colour, name, duration(quantiles[i])]));
    };
    return option;
  }

  function utilisation(picture, selection, narrow) {
    const names = [];
    const series = [];
    picture.resources.forEach((resource, i) => {
      const colour = PALETTE[i % PALETTE.length];
      const add = (name, values, style) => {
        names.push(name);
        series.push({
          type: 'line',
          name: String(names.length - 1),
          step: 'end',
          symbol: 'none',
          itemStyle: {color: colour},
          emphasis: {disabled: true},
          data: points(picture, values, 1),
          ...style,
        });
      };
      add(resource.name + ' used', resource.used, {lineStyle: {width: 1.5, color: colour}});
      if (resource.stranded) {
        add(resource.name + ' stranded', resource.stranded,
          {lineStyle: {width: 1, type: 'dashed', color: colour}, areaStyle: {color: colour, opacity: 0.18}});
      }
    });
    const option = base(picture, names, narrow);
    option.yAxis = valueAxis(percent, {min: 0, max: 10000});
    option.series = series;
    option.tooltip.formatter = params => tip(moment(picture, picture.times[params[0].dataIndex]),
      params.map(param => [param.color, names[Number(param.seriesName)], percent(param.data[1] || 0)]));
    return option;
  }

  /**
   * A line for each node: how many tasks ran on it in grey, in front of that those tasks that are in the picture one by
   * one, in the colours of their queues.
   */
  function nodesOverTime(picture, selection, narrow) {
    const option = base(picture, [], narrow);
    const colours = new Map(selection.shown.map(each => [each.path, each.colour]));
    const colourOf = picture.queues.map(queue => {
      for (let path = queue.path; path !== null; path = parentOf(path)) {
        if (parentOf(path) === selection.parent) {
          return colours.get(path) || OTHERS_COLOUR;
        }
      }
      return ELSEWHERE_COLOUR;
    });
    const {bars, lanes} = place(picture);
    option.grid.left = narrow ? 84 : 150;
    option.yAxis = {
      type: 'category',
      inverse: true,
      data: picture.nodes.map((node, i) => String(i)),
      axisTick: {show: false},
      splitLine: {show: true, interval: 0, lineStyle: {color: tone().split}},
      axisLabel: {
        color: tone().text,
        interval: 0,
        fontSize: 10,
        formatter: i => label(picture.nodes[Number(i)].name, narrow ? SHORT_LABEL : LONG_LABEL),
      },
    };
    option.tooltip = {trigger: 'item', confine: true, transitionDuration: 0};
    option.tooltip.formatter = param => {
      const [start, node, end, , queue, preempted] = param.data;
      return tip(label(picture.nodes[node].name) + ', ' + moment(picture, start), [
        [colourOf[queue], picture.queues[queue].path, duration(end - start)],
        ...(preempted ? [[PREEMPTED_COLOUR, 'preempted', moment(picture, end)]] : []),
      ]);
    };
    option.series = [{
      type: 'custom',
      // The library goes on with a progressive drawing after the chart is disposed of, and fails.
      progressive: 0,
      silent: true,
      clip: true,
      encode: {x: [0, 2], y: 1},
      data: ran(picture),
      renderItem: (params, api) => ranArea(api, lanes),
    }, {
      type: 'custom',
      progressive: 0,
      clip: true,
      encode: {x: [0, 2], y: 1},
      data: bars,
      renderItem: (params, api) => bar(params, api, lanes, colourOf),
    }];
    return option;
  }

  /** Puts bars that overlap on one node beside each other. Returns rows of start, node, end, lane, queue, preempted. */
  function place(picture) {
    const bars = [];
    for (let i = 0; i < picture.bars.length; i += 5) {
      const [node, start, length, queue, preempted] = picture.bars.slice(i, i + 5);
      bars.push([start, node, start + length, 0, queue, preempted]);
    }
    bars.sort((a, b) => a[0] - b[0]);
    const free = picture.nodes.map(() => []);
    for (const each of bars) {
      const ends = free[each[1]];
      let lane = 0;
      while (lane < ends.length && ends[lane] > each[0]) {
        lane++;
      }
      each[3] = lane;
      ends[lane] = each[2];
    }
    return {
      bars,
      lanes: free.map((ends, i) => Math.max(1, ends.length, ...(picture.nodes[i].running || []))),
    };
  }

  /** Returns rows of start, node, end and the mean number of tasks that ran on the node. */
  function ran(picture) {
    return picture.nodes.flatMap((node, i) => (node.running || [])
      .map((tasks, t) => [picture.times[t], i, t + 1 < picture.times.length ? picture.times[t + 1] : picture.end, tasks])
      .filter(each => each[3] > 0));
  }

  function ranArea(api, lanes) {
    const node = api.value(1);
    const from = api.coord([api.value(0), node]);
    const to = api.coord([api.value(2), node]);
    const height = api.size([0, 1])[1] * 0.86;
    return {
      type: 'rect',
      shape: {
        x: from[0],
        y: from[1] - height / 2,
        width: Math.max(0.8, to[0] - from[0] + 0.3),
        height: Math.max(0.8, height * api.value(3) / lanes[node]),
      },
      style: {fill: tone().ran},
    };
  }

  function bar(params, api, lanes, colourOf) {
    const node = api.value(1);
    const from = api.coord([api.value(0), node]);
    const to = api.coord([api.value(2), node]);
    const height = api.size([0, 1])[1] * 0.86;
    const lane = height / lanes[node];
    const top = from[1] - height / 2 + api.value(3) * lane;
    const width = Math.max(0.8, to[0] - from[0]);
    const children = [{
      type: 'rect',
      shape: {x: from[0], y: top, width, height: Math.max(0.8, lane - (lane > 3 ? 0.6 : 0))},
      style: {fill: colourOf[api.value(4)]},
    }];
    if (api.value(5)) {
      children.push({
        type: 'rect',
        shape: {x: from[0] + width - 1.5, y: top - 1, width: 3, height: Math.max(4, lane + 1)},
        style: {fill: PREEMPTED_COLOUR},
      });
    }
    return {type: 'group', children};
  }

  const CHARTS = [
    {
      title: 'Held (above) and ideal (below)',
      hint: selection => (selection.resource ? 'Shares of ' + selection.resource : 'Dominant shares')
        + ', stacked: what queues hold above zero, their ideal shares by H-DRF below in the same colours.',
      height: () => 320,
      option: heldAndIdeal,
    },
    {
      title: 'Held minus ideal',
      hint: 'Above zero a queue holds more than its ideal share by H-DRF.',
      height: () => 260,
      option: difference,
    },
    {
      title: 'Balances',
      hint: 'What queues held more (above zero) or less than their parts in the past, of the resource in which that is'
        + ' most, by what the part comes to in the time that is remembered.',
      height: () => 260,
      isShown: picture => picture.queues.some(queue => queue.balance),
      option: balances,
    },
    {
      title: 'Waiting time by queue and size',
      hint: 'Boxes from 25 to 75 %, the median in them, whiskers from 5 to 95 %.',
      height: () => 300,
      isEmpty: picture => picture.waits.length === 0,
      option: waitingTimes,
    },
    {
      title: 'Utilisation and fragments',
      hint: 'Used: part of the capacity that is held. Stranded: free on nodes where nothing that waits fits.',
      height: () => 260,
      isEmpty: picture => picture.resources.length === 0,
      option: utilisation,
    },
    {
      title: 'Nodes by queue',
      hint: 'A line for each node. Grey: how many tasks ran. In colour: those that are drawn one by one. Red: preempted.',
      height: picture => 60 + 18 * picture.nodes.length,
      isEmpty: picture => picture.nodes.length === 0,
      option: nodesOverTime,
    },
  ];

  // ------------------------------------------------------------------------------------------ page

  function describe(column, picture) {
    const title = element('h2');
    title.append(element('bdi', '', picture.title));
    column.append(title);
    if (picture.facts.length > 0) {
      const facts = element('dl', 'plot-facts');
      for (const [name, value] of picture.facts) {
        const fact = element('div');
        fact.append(element('dt', '', name), element('dd', '', value));
        facts.append(fact);
      }
      column.append(facts);
    }
    for (const note of picture.notes) {
      column.append(element('p', 'plot-note', note));
    }
  }

  function hint(kind, selection) {
    return typeof kind.hint === 'function' ? kind.hint(selection) : kind.hint;
  }

  /** Draws each chart for each picture, the same charts of several pictures beside each other. */
  function render(container, pictures, selection) {
    for (const old of container.querySelectorAll('.plot-canvas')) {
      const chart = window.echarts.getInstanceByDom(old);
      if (chart) {
        chart.dispose();
      }
    }
    container.replaceChildren();
    const row = element('div', 'plot-row');
    container.append(row);
    for (const picture of pictures) {
      const column = element('div', 'plot-column');
      row.append(column);
      describe(column, picture);
    }
    const canvases = [];
    for (const kind of CHARTS.filter(each => !each.isShown || pictures.some(each.isShown))) {
      const charts = element('div', 'plot-row');
      container.append(charts);
      for (const picture of pictures) {
        const cell = element('div', 'plot-column');
        charts.append(cell);
        cell.append(element('h3', '', kind.title), element('p', 'plot-hint', hint(kind, selection)));
        if (picture.times.length === 0 || (kind.isEmpty && kind.isEmpty(picture))
          || (kind.isShown && !kind.isShown(picture))) {
          cell.append(element('p', 'plot-note', 'Nothing to show.'));
        } else {
          const canvas = element('div', 'plot-canvas');
          canvas.style.height = kind.height(picture) + 'px';
          canvas.setAttribute('role', 'img');
          canvas.setAttribute('aria-label', kind.title + ', ' + picture.title);
          cell.append(canvas);
          canvases.push([canvas, kind, picture]);
        }
      }
    }
    const scale = commonScale(pictures, selection);
    // Widths are known when all cells are there.
    for (const [canvas, kind, picture] of canvases) {
      const chart = window.echarts.init(canvas, null, {renderer: 'canvas'});
      chart.setOption(kind.option({...picture, axisEnd: scale.end}, selection, canvas.clientWidth < NARROW, scale));
    }
  }

  function option(value, text) {
    const made = element('option', '', text);
    made.value = value;
    return made;
  }

  function chooser(text, values, texts, chosen, change) {
    const box = element('label', 'plot-choice', text + ' ');
    const choice = element('select');
    values.forEach((value, i) => choice.append(option(value, texts[i])));
    choice.value = chosen;
    choice.addEventListener('change', () => change(choice.value));
    box.append(choice);
    return box;
  }

  /** Returns the parent shown first: root, unless it has one queue alone. */
  function firstParent(all, pictures) {
    let parent = all[0] || 'root';
    for (let i = 0; i < all.length; i++) {
      const below = new Set(pictures.flatMap(p => p.queues.map(q => q.path).filter(path => parentOf(path) === parent)));
      const only = below.size === 1 ? Array.from(below)[0] : null;
      if (only === null || !all.includes(only)) {
        return parent;
      }
      parent = only;
    }
    return parent;
  }

  /** Draws a report: pictures side by side, two at a time if there are more. */
  function report(container, pictures) {
    const controls = element('div', 'plot-controls');
    const plots = element('div');
    container.append(controls, plots);
    const all = parents(pictures);
    const opens = pictures[0].opens || {};
    const resources = Array.from(new Set(pictures.flatMap(p => p.queues.flatMap(q => Object.keys(q.by || {})))));
    const state = {
      parent: all.includes(opens.parent) ? opens.parent : firstParent(all, pictures),
      resource: resources.includes(opens.resource) ? opens.resource : '',
      sides: [0, 1],
      time: 'until',
    };
    const draw = () => {
      const chosen = (pictures.length > 1 ? state.sides : [0]).map(i => pictures[i]);
      const shown = state.time === 'until' ? chosen.map(untilSubmitted) : chosen;
      render(plots, shown, select(shown, state.parent, state.resource));
    };
    if (all.length > 1) {
      controls.append(chooser('Queues below', all, all.map(path => label(path)), state.parent, value => {
        state.parent = value;
        draw();
      }));
    }
    if (resources.length > 0) {
      controls.append(chooser('Shares of', ['', ...resources], ['the dominant resource', ...resources.map(r => label(r))],
        state.resource, value => {
          state.resource = value;
          draw();
        }));
    }
    if (pictures.length > 2) {
      const numbers = pictures.map((picture, i) => String(i));
      ['Left', 'Right'].forEach((side, s) => {
        controls.append(chooser(side, numbers, pictures.map(p => label(p.title)), numbers[state.sides[s]], value => {
          state.sides[s] = Number(value);
          draw();
        }));
      });
    }
    if (pictures.some(picture => picture.until)) {
      controls.append(chooser('Time', ['until', 'end'], ['while jobs come', 'whole run'], state.time, value => {
        state.time = value;
        draw();
      }));
    }
    draw();
    redrawWhenResized(plots, draw);
  }

  /** Some tasks may run a thousand times longer than jobs come: what comes after picture.until is cut off. */
  function untilSubmitted(picture) {
    return picture.until ? {...picture, end: picture.until} : picture;
  }

  /** Draws again when the width changes, not when the charts change the height. */
  function redrawWhenResized(container, draw) {
    let width = container.clientWidth;
    let timer = 0;
    DARK.addEventListener('change', draw);
    window.addEventListener('resize', () => {
      if (container.clientWidth !== width) {
        width = container.clientWidth;
        window.clearTimeout(timer);
        timer = window.setTimeout(draw, 150);
      }
    });
  }

  /** Draws what a service answers, which has the queues below one parent at a time. */
  async function live(container) {
    const source = container.querySelector('a.plots-source').href;
    const controls = element('div', 'plot-controls');
    const plots = element('div');
    container.append(controls, plots);
    let picture = null;
    const draw = () => render(plots, [picture], select([picture], picture.parent));
    const load = async parent => {
      try {
        const address = source + (parent === null ? '' : '?queue=' + encodeURIComponent(parent));
        const answer = await fetch(address, {credentials: 'same-origin', headers: {Accept: 'application/json'}});
        if (!answer.ok) {
          throw new Error('the ResourceManager answered ' + answer.status);
        }
        picture = await answer.json();
        const all = parents([picture]);
        controls.replaceChildren(chooser('Queues below', all, all.map(path => label(path)), picture.parent, load));
        draw();
      } catch (e) {
        plots.replaceChildren(element('p', 'plot-note', 'The history cannot be shown: ' + e.message));
      }
    };
    await load(null);
    redrawWhenResized(plots, () => picture !== null && draw());
  }

  function whenLibraryIsLoaded(address, then) {
    const script = element('script');
    script.src = address;
    script.addEventListener('load', then);
    document.head.append(script);
  }

  function start() {
    const data = document.getElementById('pictures');
    if (data) {
      report(document.getElementById('plots'), JSON.parse(data.textContent));
    }
    const container = document.querySelector('.plots-live');
    if (container) {
      whenLibraryIsLoaded(HERE.replace('plots.js', 'echarts.min.js'), () => live(container));
    }
  }

  if (document.readyState === 'loading') {
    document.addEventListener('DOMContentLoaded', start);
  } else {
    start();
  }
})();
