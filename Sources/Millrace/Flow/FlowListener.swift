/// A clock that hears when something has changed on the flows of its environment, so that a test can wait for it.
package protocol FlowListener: Sendable {
  /// Turns were taken, or effects ended; told at the flow's home, inside of none of its locks.
  func flowSettled()
}
