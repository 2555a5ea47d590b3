import SevenTasks

/// A slider's value.
public func shownNumber(_ number: Double) -> String { DecimalText.text(number) ?? "" }

/// A gauge's value.
public func shownPercent(_ fraction: Double) -> String { "\(Int((fraction * 100).rounded())) %" }

/// The rows of a list; the selected one has a star.
public func shownList(_ rows: [String], selected: Int?) -> String {
  rows.enumerated().map { $0 == selected ? "*\($1)" : $1 }.joined(separator: "; ")
}
