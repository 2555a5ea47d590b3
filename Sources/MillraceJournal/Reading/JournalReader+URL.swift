#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension JournalReader {
  /// Opens the journal at a file URL for reading.
  ///
  /// - Parameter url: The URL of the journal.
  /// - Throws: The errors of ``init(at:)-(String)``.
  public convenience init(at url: URL) throws(JournalError) {
    try self.init(at: url.path)
  }
}
