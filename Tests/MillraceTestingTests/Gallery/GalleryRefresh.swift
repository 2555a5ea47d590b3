import Millrace
import MillraceTesting

/// Two pages are loaded with a token that has expired; both are refused, and the token has to be refreshed.
///
/// The server takes each token for a refresh once. Wrong: each refusal starts a refresh, and the second of
/// them logs the reader out.
enum GalleryRefresh {
  struct Reader: Hashable {
    var token: Int? = 1
    var isRefreshing = false
    var waiting: [String] = []
    var pages: Set<String> = []
  }

  enum Message: Hashable {
    case load(String)
    case loaded(String)
    case refused(String, by: Int)
    case refreshed(Int?)
  }

  /// The server's knowledge: the token that it takes, and the one that can still be refreshed.
  struct Session: Hashable {
    var valid = 2
    var refreshable = 1

    mutating func refresh(_ token: Int) -> Int? {
      guard token == refreshable else { return nil }
      refreshable = valid
      return valid
    }
  }

  static func scenario(isRight: Bool) -> @Sendable (isolated World) throws -> Void {
    { world in
      let server = world.outside("server")
      let session = world.shared(Session(), as: "session")

      @Sendable func load(_ page: String, with token: Int) -> Effect<Message> {
        .run(label: "load \(page)") { send in
          let isTaken = try await server.call(
            "\(page) by \(token)", answers: [.success(token == session.value.valid)])
          await send(isTaken ? .loaded(page) : .refused(page, by: token))
        }
      }

      @Sendable func refresh(_ token: Int) -> Effect<Message> {
        .run(label: "refresh") { send in
          let new = try await server.call(
            "refresh \(token)", answers: [.success(session.withValue { $0.refresh(token) })])
          await send(.refreshed(new))
        }
      }

      let store = Store(Reader(), of: Message.self, flow: world.flow) { reader, message in
        switch message {
        case .load(let page):
          guard let token = reader.token else { return .none }
          return load(page, with: token)
        case .loaded(let page):
          reader.pages.insert(page)
          return .none
        case .refused(let page, let used):
          guard let token = reader.token else { return .none }
          if isRight, token != used { return load(page, with: token) }
          reader.waiting.append(page)
          if isRight, reader.isRefreshing { return .none }
          reader.isRefreshing = true
          return refresh(token)
        case .refreshed(let token):
          reader.token = token
          reader.isRefreshing = false
          defer { reader.waiting = [] }
          guard let token else { return .none }
          return .merge(reader.waiting.map { load($0, with: token) })
        }
      }
      world.user("reader", sends: [.load("news"), .load("mail")], to: store)
      world.always("nobody is logged out") { store.token != nil }
      world.finally("all pages are there") { store.pages == ["news", "mail"] }
    }
  }
}
