/// The rows that a terminal shows; it computes the output for new ones.
struct TerminalScreen {
  private var rows: [TerminalRow] = []
  /// True while the rows on the terminal are unknown.
  private var isUnknown = true

  /// Forgets the rows on the terminal, so that the next call writes all of them.
  mutating func forget() { isUnknown = true }

  /// Returns the output that makes the terminal show these rows; empty if it already does.
  ///
  /// Unchanged rows are not written.
  mutating func show(_ new: [TerminalRow]) -> String {
    var code = isUnknown ? "\u{1B}[0m\u{1B}[2J" : ""
    for (index, row) in new.enumerated() {
      let old = isUnknown ? TerminalRow(width: 0) : (rows.indices.contains(index) ? rows[index] : nil)
      if row == old { continue }
      // Cleared before it is written: after a full row, clearing could erase its last character.
      code += "\u{1B}[\(index + 1);1H\u{1B}[2K" + row.code
    }
    if !isUnknown && rows.count > new.count {
      for index in new.count..<rows.count { code += "\u{1B}[\(index + 1);1H\u{1B}[2K" }
    }
    rows = new
    isUnknown = false
    return code
  }
}
