import Millrace

extension Timestamp {
  /// Nanoseconds since 1970; times before 1677 and after 2262 become the first and last that fit.
  var nanoseconds: Int64 {
    let (seconds, attoseconds) = sinceEpoch.components
    let (whole, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, isOver) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return isTooLarge || isOver ? (seconds < 0 ? .min : .max) : sum
  }
}
