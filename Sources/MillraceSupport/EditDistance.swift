/// The number of letters to insert, delete, replace, or swap with the next one to turn one text into the
/// other.
///
/// The optimal string alignment distance: the recurrence of F. J. Damerau, "A technique for computer
/// detection and correction of spelling errors", Communications of the ACM 7 (1964), filled in row by row
/// after R. A. Wagner and M. J. Fischer, "The string-to-string correction problem", Journal of the ACM 21
/// (1974).
package enum EditDistance {
  package static func between(_ left: [Character], _ right: [Character]) -> Int {
    if left.isEmpty || right.isEmpty { return left.count + right.count }
    var beforeLast = [Int](repeating: 0, count: right.count + 1)
    var last = Array(0...right.count)
    for i in 1...left.count {
      var row = [i] + [Int](repeating: 0, count: right.count)
      for j in 1...right.count {
        let cost = left[i - 1] == right[j - 1] ? 0 : 1
        row[j] = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + cost)
        if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
          row[j] = min(row[j], beforeLast[j - 2] + 1)
        }
      }
      (beforeLast, last) = (last, row)
    }
    return last[right.count]
  }
}
