import Millrace
import MillraceTesting

/// A search that begins when no key was pressed for a while.
///
/// Wrong: written by hand with a flag, it waits after the first key and searches for what had been typed by
/// then.
enum GalleryDebounce {
  struct Search: Hashable {
    var query = ""
    var isWaiting = false
    var searched = ""
  }

  enum Message: Hashable {
    case typed(String)
    case rested(String)
  }

  static func scenario(isRight: Bool) -> @Sendable (isolated World) throws -> Void {
    { world in
      let pause = Duration.milliseconds(300)
      let store = Store(Search(), of: Message.self, flow: world.flow) { search, message in
        switch message {
        case .typed(let query):
          search.query = query
          if !isRight, search.isWaiting { return .none }
          search.isWaiting = true
          return .run(in: isRight ? .latest("rest") : nil, label: "rest after \(query)") { send in
            try await send.environment.clock.sleep(for: pause)
            await send(.rested(query))
          }
        case .rested(let query):
          search.isWaiting = false
          search.searched = query
          return .none
        }
      }
      world.user("typist", sends: [.typed("s"), .typed("sw")], to: store)
      world.finally("the last key counts") { store.searched == store.query }
    }
  }
}
