import Millrace
import MillraceTesting

/// A note that is saved to a server, and a change of it that is undone meanwhile.
///
/// Wrong: when the save is over, the note counts as saved, whatever is in it by now.
enum GalleryUndo {
  struct Note: Hashable {
    var text = "draft, revised"
    var previous: String? = "draft"
    var isSaved = false
  }

  enum Message: Hashable {
    case save
    case saved(String)
    case saveFailed
    case undo
  }

  /// The text has arrived, and the answer was lost.
  struct Timeout: Error {}

  static func scenario(isRight: Bool) -> @Sendable (isolated World) throws -> Void {
    { world in
      let server = world.outside("server")
      let copy = world.shared("draft", as: "copy on the server")
      let store = Store(Note(), of: Message.self, flow: world.flow) { note, message in
        switch message {
        case .save:
          return .run(in: .concat("save"), label: "save") { [text = note.text] send in
            try await server.call(
              "save \(text)", answers: [.success(copy.value = text), .failure(Timeout())])
            await send(.saved(text))
          } catch: { _ in
            .saveFailed
          }
        case .saved(let text):
          note.isSaved = isRight ? text == note.text : true
          return .none
        case .saveFailed:
          note.isSaved = false
          return .none
        case .undo:
          guard let previous = note.previous else { return .none }
          note.text = previous
          note.previous = nil
          note.isSaved = false
          return .none
        }
      }
      world.user("writer", sends: [.save, .undo], to: store)
      world.finally("what counts as saved is on the server") { !store.isSaved || store.text == copy.value }
    }
  }
}
