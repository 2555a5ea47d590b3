import Aftermath
import Features
import Foundation
import MillraceHTTP
import Synchronization

struct Note: Entity, Equatable {
  var id: Int
  var text: String
}

/// A feature with all operations.
struct NoteFeature: ListFeature, DetailFeature, CreateFeature, UpdateFeature, DeleteFeature {
  typealias Model = Note

  struct Draft: Encodable, Equatable {
    var text: String
  }

  struct Change: Encodable, Equatable {
    var text: String?
    var colour: String?
  }

  var resource = "notes"
}

/// A read-only feature, whose ids are names.
struct PageFeature: DetailFeature {
  struct Model: Entity, Equatable {
    var id: String
  }

  let resource = "wiki/pages"
}

/// A feature without operations.
struct IdleFeature: RESTFeature {
  typealias Model = Note

  let resource = "idle"
}

struct NotAURL: Error {}

func address(_ text: String = "http://example.invalid/api") throws -> URL {
  guard let url = URL(string: text) else { throw NotAURL() }
  return url
}

extension HTTPResponse {
  init(_ status: Int, _ body: String = "") {
    self.init(status: status, body: Data(body.utf8))
  }
}

extension HTTPRequest {
  /// The method, path and body in one line.
  var line: String {
    let text = body.map { " \(String(decoding: $0, as: UTF8.self))" } ?? ""
    return "\(method.rawValue) \(url.path(percentEncoded: true))\(text)"
  }
}

/// An error handler that stores the errors of an engine.
final class Errors: ErrorHandler {
  private let kept = Mutex<[any Error]>([])

  var all: [any Error] { kept.withLock { $0 } }

  func handle(error: any Error) { kept.withLock { $0.append(error) } }
}

/// A listener that records the events of lists, and of one other command type.
@MainActor
final class Viewer: ReactionProducer {
  nonisolated let engine: Engine
  private(set) var events: [String] = []

  init(_ engine: Engine) {
    self.engine = engine
    react(
      to: ListCommand<NoteFeature>.self,
      with: Reaction(
        wait: { [weak self] in self?.events.append("wait") },
        consume: { [weak self] in self?.events.append($0.map(\.text).joined(separator: ",")) },
        rescue: { [weak self] in self?.events.append("\($0)") }))
    react(
      to: UpdateCommand<NoteFeature>.self,
      with: Reaction(
        consume: { [weak self] in self?.events.append("updated \($0.text)") },
        rescue: { [weak self] in self?.events.append("not updated: \($0)") }))
  }

  /// Returns the events since the last call.
  func read() -> [String] {
    defer { events = [] }
    return events
  }
}
