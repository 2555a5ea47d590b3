import Foundation
import Millrace
import MillraceJournal
public import NotesModel

/// A command that adds the items of a file to the shelf under their numbers: all of them, or none.
///
/// Items that are already there with the same content are skipped, so a file may be imported twice.
public struct ImportItems: ShelfCommand, Sendable {
  private var items: [Item]

  public init(items: [Item]) {
    self.items = items
  }

  public init(_ file: SampleFile) {
    items = file.posts.map { .note($0) } + file.todos.map { .todo($0) } + file.users.map { .user($0) }
  }

  /// Reads a file.
  ///
  /// - Throws: ``ImportError/file(path:reason:)``.
  public init(file path: String) throws(ImportError) {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw .file(path: path, reason: "it cannot be read")
    }
    do {
      self.init(try JSONDecoder().decode(SampleFile.self, from: data))
    } catch {
      throw .file(path: path, reason: (error as? DecodingError)?.reason ?? "it is not JSON")
    }
  }

  /// The items in parts that fit into an entry of a log each; at least one part.
  public var parts: [[Item]] {
    var (parts, size): ([[Item]], Int) = ([[]], 0)
    for item in items {
      let bytes = JSON.bytes(item).count
      if size + bytes > Self.partBytes, size > 0 {
        parts.append([])
        size = 0
      }
      parts[parts.count - 1].append(item)
      size += bytes
    }
    return parts
  }

  /// The size in bytes at which a part ends, unless its only item is larger.
  public static let partBytes = 256 << 10

  public func decide(on shelf: Shelf) throws(ImportError) -> Decision {
    var (changes, seen): ([Change], Set<ItemID>) = ([], [])
    // In the order of the numbers, which is the fastest.
    for item in items.sorted(by: { $0.id.number < $1.id.number }) {
      let id = item.id
      guard seen.insert(id).inserted else { throw .twice(id) }
      let flaws =
        item.isWithinLimits
        ? [] : Shape.item(id.kind, id: id.number).flaws(of: try? JSON(encoding: item.content))
      if !flaws.isEmpty { throw .wrong(id, .wrongShape(flaws)) }
      guard id.number > 0, id.number <= Shape.numberLimit else { throw .number(id) }
      if let row = shelf[id] {
        if row.item == item { continue }
        throw .taken(id)
      }
      let version = (shelf.tombstones[id]?.version ?? 0) + 1
      let sequence = shelf.sequence + changes.count + 1
      changes.append(
        Change(FeedEntry(sequence: sequence, id: id, version: version, key: nil, item: item), isNew: true))
    }
    return Decision(changes: changes, isRepeated: changes.isEmpty)
  }
}

/// The reason why a file is not imported.
public enum ImportError: Error, Hashable, Sendable, CustomStringConvertible {
  case twice(ItemID)
  case taken(ItemID)
  case number(ItemID)
  case wrong(ItemID, ShelfError)
  case file(path: String, reason: String)
  /// Other processes have begun so many imports that this one was forgotten.
  case interrupted

  public var description: String {
    switch self {
    case .twice(let id):
      "The file has the \(id.kind.singular) \(id.number) twice, so nothing was imported; remove one."
    case .taken(let id):
      """
      There is already another \(id.kind.singular) \(id.number), so nothing was imported; give the one in the file \
      another number, or change the existing one by a request.
      """
    case .number(let id):
      """
      The file has a \(id.kind.singular) with the number \(id.number), so nothing was imported; use numbers from 1 to \
      2^53 - 1.
      """
    case .wrong(let id, let error):
      "The \(id.kind.singular) \(id.number) of the file is invalid, so nothing was imported. \(error)"
    case .file(let path, let reason):
      "The file `\(path)` cannot be imported: \(reason). Give a file with `posts`, `todos` and `users`."
    case .interrupted:
      "Nothing was imported, because too many servers import at the same time; start this one again."
    }
  }
}
