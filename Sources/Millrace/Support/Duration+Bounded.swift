import MillraceCore

extension Duration {
  /// The duration for a wait: at most a century, in either direction.
  ///
  /// An application gives its times, such as `.seconds(.max)` for never. Swift's clocks stop the program when
  /// a time has no room in their units, so every wait passes through here.
  @usableFromInline package var bounded: Duration {
    Swift.max(.zero - .longestWait, Swift.min(self, .longestWait))
  }
}
