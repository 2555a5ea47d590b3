import Millrace

extension ArraySlice<LogEntry> {
  /// Returns the entries at the front that are taken alike: of one writer, store, kind, and version of the
  /// rules.
  ///
  /// It has at least one entry unless the slice is empty.
  ///
  /// - Parameter limit: The maximum number of entries, at least 1.
  func run(upTo limit: Int) -> ArraySlice<LogEntry> {
    guard let first else { return self }
    let (writer, store, kind, rules) = (first.writer, ExactText(first.store), first.kind, first.rules)
    let limit = index(startIndex, offsetBy: limit, limitedBy: endIndex) ?? endIndex
    var end = startIndex + 1
    // Member by member, because a copy of an entry costs more than the comparison.
    while end < limit, self[end].rules == rules, self[end].kind == kind, ExactText(self[end].store) == store,
      self[end].writer == writer
    {
      end += 1
    }
    return self[startIndex..<end]
  }
}
