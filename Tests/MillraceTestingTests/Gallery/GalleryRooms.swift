import Millrace
import MillraceTesting

/// A chat with several rooms; one is listened to at a time.
///
/// Wrong: a user who enters a room begins to listen to it, and does not stop listening to the one before.
enum GalleryRooms {
  struct Chat: Hashable {
    var room: String?
    var lines: [Line] = []
  }

  struct Line: Hashable {
    let room: String
    let text: String
  }

  enum Message: Hashable {
    case enter(String)
    case heard(Line)
  }

  static func scenario(isRight: Bool) -> @Sendable (isolated World) throws -> Void {
    { world in
      let server = world.outside("server")

      @Sendable func listen(to room: String, _ send: Send<Message>) async throws {
        let text = try await server.call("next line in \(room)", answers: [.success("hello")])
        await send(.heard(Line(room: room, text: text)))
      }

      let store = Store(
        Chat(), of: Message.self, flow: world.flow,
        subscriptions: { chat in
          guard isRight, let room = chat.room else { return [] }
          return [StoreSubscription("room \(room)") { send in try await listen(to: room, send) }]
        }
      ) { chat, message in
        switch message {
        case .enter(let room):
          chat = Chat(room: room)
          if isRight { return .none }
          return .run(label: "room \(room)") { send in try await listen(to: room, send) }
        case .heard(let line):
          chat.lines.append(line)
          return .none
        }
      }
      world.user("guest", sends: [.enter("lobby"), .enter("garden")], to: store)
      world.always("only lines of the room are shown") { store.lines.allSatisfy { $0.room == store.room } }
      world.finally("the room is listened to") { store.lines.count == 1 }
    }
  }
}
