import Foundation
import Millrace
import MillraceSupport

/// The lines of a history or of an export; a crash may have cut off the last one.
struct HistoryLines {
  private var lines: [Data]
  /// True if the last line ends as it should.
  private let isWhole: Bool

  init(_ data: Data) {
    lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Data($0) }
    isWhole = lines.last?.isEmpty ?? true
    if isWhole { _ = lines.popLast() }
  }

  var first: Data? { lines.first }

  /// Reads the lines after the first, with their numbers; returns true if the last one was cut off.
  func readRest(_ read: (_ line: Data, _ number: Int) throws -> Void) throws(HistoryError) -> Bool {
    for (index, line) in lines.enumerated().dropFirst() {
      do {
        try read(line, index + 1)
      } catch {
        // The program ended while it wrote this line.
        if !isWhole && index == lines.count - 1 && !(error is MisplacedLine) { return true }
        throw .brokenLine(index + 1, reason: CodingReason.text(error))
      }
    }
    return false
  }
}

/// A readable line that makes no sense where it is.
struct MisplacedLine: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
