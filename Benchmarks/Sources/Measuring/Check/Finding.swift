/// One figure of a row, beside the recorded one.
struct Finding: Equatable {
  enum Figure: Equatable {
    case allocations
    case ratio(to: String)
  }

  enum Verdict: String {
    /// Within the threshold.
    case ok
    /// A ratio that is better by more than its factor; no breach.
    case faster
    case slower
    case fewer
    case more
    /// Recorded, but not countable on this platform; no breach.
    case uncounted
    /// Measured, but not recorded.
    case new
    /// Recorded, but no longer measured.
    case gone
  }

  let row: String
  let figure: Figure
  let was: Double?
  let `is`: Double?
  /// The largest figure that is accepted; nil without a recorded one.
  let limit: Double?
  let verdict: Verdict

  var isBreach: Bool {
    switch verdict {
    case .ok, .faster, .uncounted: false
    case .slower, .fewer, .more, .new, .gone: true
    }
  }

  /// True for a breach that the machine can cause.
  var mayImprove: Bool {
    switch verdict {
    case .slower, .more, .fewer: true
    case .ok, .faster, .uncounted, .new, .gone: false
    }
  }

  /// True for a lower ratio, and for allocations nearer to the recorded ones.
  func isBetter(than other: Finding) -> Bool {
    guard let new = `is`, let old = other.is else { return false }
    guard figure == .allocations, let was else { return new < old }
    return abs(new - was) < abs(old - was)
  }

  var figureText: String {
    switch figure {
    case .allocations: "allocations"
    case .ratio(let side): "ratio to \(side)"
    }
  }

  /// The problem and its remedy; nil without a breach.
  var sentence: String? {
    let recordAgain = "record it with `Scripts/bench --record \(row)` and say why in the commit."
    switch verdict {
    case .ok, .faster, .uncounted: return nil
    case .more:
      return "`\(row)` makes \(text(`is`)) allocations per operation instead of \(text(was)); "
        + "find what allocates and mend it, or \(recordAgain)"
    case .fewer:
      return "`\(row)` makes only \(text(`is`)) allocations per operation instead of \(text(was)); "
        + "keep the gain: \(recordAgain)"
    case .slower:
      return
        "`\(row)`, \(figureText), is \(text(`is`)) instead of \(text(was)), and at most \(text(limit)) is "
        + "accepted; measure again when the machine is idle, then mend what became slower, or \(recordAgain)"
    case .new:
      return "`\(row)`, \(figureText), is \(text(`is`)) and has no threshold yet; "
        + "record it with `Scripts/bench --record \(row)`."
    case .gone:
      return "`\(row)`, \(figureText), has a threshold and is not measured any more; "
        + "bring it back, or \(recordAgain)"
    }
  }

  /// `value` as the table shows it.
  func text(_ value: Double?) -> String {
    guard let value else { return "-" }
    return figure == .allocations ? trimmed(value, 6) : decimal(value, value < 0.1 ? 4 : 2)
  }
}
