/// Finishes a stream when the observer that retains it is released, at the end of what it observes.
package final class StreamEnd {
  private let finish: () -> Void

  package init(_ finish: @escaping () -> Void) {
    self.finish = finish
  }

  deinit {
    finish()
  }

  /// Does nothing; a call in the observer makes the observer retain it.
  package func keep() {}
}
