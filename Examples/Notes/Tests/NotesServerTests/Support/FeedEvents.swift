import Foundation
import NotesModel

/// Server-sent events of the feed, read.
struct FeedEvents {
  private(set) var entries: [FeedEntry] = []
  /// The last number that was said to have no successor.
  private(set) var current: Int?
  private(set) var comments = 0

  init(_ bytes: [UInt8]) throws {
    for event in String(decoding: bytes, as: UTF8.self).components(separatedBy: "\n\n").dropLast() {
      var fields: [String: String] = [:]
      for line in event.components(separatedBy: "\n") {
        if line.hasPrefix(":") { comments += 1 }
        guard let colon = line.range(of: ": ") else { continue }
        fields[String(line[..<colon.lowerBound])] = String(line[colon.upperBound...])
      }
      let data = Data((fields["data"] ?? "").utf8)
      if fields["event"] == "change" {
        let entry = try JSONDecoder().decode(FeedEntry.self, from: data)
        guard fields["id"] == "\(entry.sequence)" else { throw CocoaError(.coderInvalidValue) }
        entries.append(entry)
      } else if fields["event"] == "current" {
        current = try JSONDecoder().decode([String: Int].self, from: data)["sequence"]
      }
    }
  }
}
