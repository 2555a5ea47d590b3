extension Duration {
  /// The longest time that anything waits: a century.
  ///
  /// Its seconds have no room in an `Int` of 32 bits.
  @usableFromInline package static var longestWait: Duration {
    Duration(secondsComponent: 3_155_760_000, attosecondsComponent: 0)
  }
}
