extension Duration {
  /// The duration in whole nanoseconds, clamped to the range.
  package var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, isOver) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return isTooLarge || isOver ? (seconds < 0 ? .min : .max) : sum
  }
}
