/// What a terminal shows, row by row: new rows go in, and what has to be written comes out.
struct TerminalScreen {
  private var rows: [TerminalRow] = []
  /// Whether what the terminal shows is not known.
  private var isUnknown = true

  /// Forgets what the terminal shows, so that all is written next time.
  mutating func forget() { isUnknown = true }

  /// What makes the terminal show these rows; empty when it does already.
  ///
  /// Rows that stay the same are not written.
  mutating func show(_ new: [TerminalRow]) -> String {
    var code = isUnknown ? "\u{1B}[0m\u{1B}[2J" : ""
    for (index, row) in new.enumerated() {
      let old = isUnknown ? TerminalRow(width: 0) : (rows.indices.contains(index) ? rows[index] : nil)
      if row == old { continue }
      // Cleared before it is written: behind a row that is full, clearing could take its last character.
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
