import Foundation
public import InspectorCore
import MillraceJournal

/// Files with histories, opened by their contents.
public enum FileHistories {
  /// Opens a journal, an export or a recording.
  ///
  /// - Throws: ``InspectorProblem`` when the file is none of these, or cannot be read.
  public static func open(_ path: String) throws(InspectorProblem) -> any FileHistory {
    let file = try LineFile(path)
    guard try file.block(16, at: 0) == Array("SQLite format 3\0".utf8) else {
      return try LineHistory(at: path)
    }
    do throws(JournalError) { return try JournalHistory(at: path) } catch {
      throw .malformed(error.description)
    }
  }
}
