import Foundation
import KatanaHTTP
import MillraceCoding
import MillraceSync

/// The reading of answers of a log's server, which may be hostile.
struct AnswerReader {
  let log: String
  /// The position that the request names.
  let position: UInt64
  var isAppend = false
  /// The request's token, which is not to be in an error.
  let token: String

  /// Returns the body of a success; throws the error of any other answer.
  func body(_ response: HTTPResponse) throws(SharedLogError) -> [UInt8] {
    guard response.header(LogWire.mark.name) == LogWire.mark.value else {
      if response.status == 413 {
        throw .refused(
          log: log, reason: "an HTTP server in front of the log accepts only smaller requests (413)")
      }
      throw .unavailable(
        log: log, reason: "the answer with the status \(response.status) is not one of a log's server")
    }
    if response.status == 204 { return [] }
    let bytes = [UInt8](response.body)
    if response.status == 200 { return bytes }
    guard let failure = try? RecordDecoder().decode(LogFailure.self, from: bytes),
      let error = failure.error(log: log, position: position, isAppend: isAppend, secret: token)
    else { throw damaged("the server's error with the status \(response.status) cannot be read") }
    throw error
  }

  /// Reads a page, and checks that it is one after the position.
  func page(_ bytes: [UInt8]) throws(SharedLogError) -> LogPage {
    guard let page = try? AppendBody.readPage(bytes) else {
      throw damaged("the server's page cannot be read")
    }
    guard page.after == position else { throw damaged("the server's page begins at another position") }
    let (end, overflow) = page.after.addingReportingOverflow(UInt64(page.entries.count))
    guard !overflow, end <= page.head, page.head <= UInt64(Int64.max) else {
      throw damaged("the server's page ends behind the log's head")
    }
    guard UInt64(page.entries.count) >= min(2, page.head - page.after) else {
      throw damaged("the server's page has fewer entries than there are")
    }
    var numbers: [LogWriter: UInt64] = [:]
    for entry in page.entries {
      // A number is at most `Int64.max`, or the entry would not have been decoded.
      if let last = numbers[entry.writer], entry.number != last + 1 {
        throw damaged("the entries of a writer in the server's page are not in order")
      }
      numbers[entry.writer] = entry.number
    }
    return page
  }

  func snapshot(_ bytes: [UInt8]) throws(SharedLogError) -> LogSnapshot? {
    if bytes.isEmpty { return nil }
    guard let snapshot = try? RecordDecoder().decode(LogSnapshot.self, from: bytes), snapshot.position > 0,
      snapshot.position <= UInt64(Int64.max)
    else { throw damaged("the server's snapshot cannot be read") }
    return snapshot
  }

  func news(_ bytes: [UInt8]) throws(SharedLogError) -> Bool {
    guard let news = try? RecordDecoder().decode(NewsBody.self, from: bytes) else {
      throw damaged("the server's answer to a follower cannot be read")
    }
    return news.hasNews
  }

  func damaged(_ reason: String) -> SharedLogError { .damaged(log: log, reason: reason) }
}
