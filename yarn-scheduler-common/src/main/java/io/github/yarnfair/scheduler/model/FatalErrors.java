/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.github.yarnfair.scheduler.model;

/**
 * Tells the errors that the scheduler survives from those after which the ResourceManager has to
 * end.
 *
 * <p>YARN's dispatcher ends the process on any {@link Throwable} that leaves {@code handle()}. That
 * is right when the virtual machine itself has failed: it is out of memory or defective, and a
 * standby ResourceManager does better. All others, {@link StackOverflowError}, {@link LinkageError}
 * and {@link AssertionError} among them, come out of the data of one event or application, and
 * would come again after every restart.
 */
public final class FatalErrors {
  private FatalErrors() {}

  /** Throws an error of the virtual machine other than a {@link StackOverflowError} again. */
  public static void rethrow(Throwable thrown) {
    if (thrown instanceof VirtualMachineError error && !(error instanceof StackOverflowError)) {
      throw error;
    }
  }
}
