/// Finishes a stream when the observer that holds it is released, which is when what it observes ends.
package final class StreamEnd {
  private let finish: () -> Void

  package init(_ finish: @escaping () -> Void) {
    self.finish = finish
  }

  deinit {
    finish()
  }

  /// Says that the observer holds it.
  package func keep() {}
}
