public import Foundation
public import Millrace

extension Date {
  /// Creates the date of a timestamp, to the precision of a date.
  public init(_ timestamp: Timestamp) {
    let (seconds, attoseconds) = timestamp.sinceEpoch.components
    let (whole, overflows) = seconds.subtractingReportingOverflow(Self.reference)
    self.init(
      timeIntervalSinceReferenceDate: (overflows ? Double(seconds) : Double(whole)) + Double(attoseconds)
        * 1e-18)
  }

  /// The seconds from 1 January 1970 to 1 January 2001, from which dates are counted.
  fileprivate static var reference: Int64 { 978_307_200 }
}

extension Timestamp {
  /// Creates the timestamp of a date, in whole nanoseconds.
  ///
  /// A date farther than 10¹⁶ seconds from 1970 is one at that distance. One that is not a number is 1
  /// January 1970.
  public init(_ date: Date) {
    let seconds = date.timeIntervalSinceReferenceDate
    guard !seconds.isNaN else {
      self.init(sinceEpoch: .zero)
      return
    }
    let limit = 1e16
    let whole = min(max(seconds, -limit), limit).rounded(.down)
    let fraction = abs(seconds) < limit ? seconds - whole : 0
    let nanoseconds = Int64((fraction * 1e9).rounded())
    self.init(sinceEpoch: .seconds(Int64(whole) + Date.reference) + .nanoseconds(nanoseconds))
  }
}
