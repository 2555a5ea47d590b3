import Millrace
import MillraceTesting

/// A cache of what a server has said, which is cleared when the account is left.
///
/// Wrong: an answer that was asked for before fills the cache after it was cleared.
enum GalleryCache {
  struct Mailbox: Hashable {
    var account: String? = "ada"
    /// The number of times that an account was left.
    var session = 0
    var mail: String?
  }

  enum Message: Hashable {
    case open
    case opened(String)
    case leave
  }

  struct Cache: Hashable {
    var session = 0
    var mail: [String: String] = [:]
  }

  static func scenario(isRight: Bool) -> @Sendable (isolated World) throws -> Void {
    { world in
      let server = world.outside("server")
      let cache = world.shared(Cache(), as: "cache")
      let store = Store(Mailbox(), of: Message.self, flow: world.flow) { mailbox, message in
        switch message {
        case .open:
          guard let account = mailbox.account else { return .none }
          return .run(label: "open \(account)") { [session = mailbox.session] send in
            if let mail = cache.value.mail[account] { return await send(.opened(mail)) }
            let mail = try await server.call(
              "mail of \(account)", answers: [.success("a letter to \(account)")])
            cache.withValue { if !isRight || $0.session == session { $0.mail[account] = mail } }
            await send(.opened(mail))
          }
        case .opened(let mail):
          if mailbox.account != nil { mailbox.mail = mail }
          return .none
        case .leave:
          mailbox = Mailbox(account: nil, session: mailbox.session + 1)
          return .run(label: "clear the cache") { [session = mailbox.session] _ in
            cache.value = Cache(session: session)
          }
        }
      }
      world.user("reader", sends: [.open, .leave], to: store)
      world.finally("nothing of an account that was left is in the cache") { cache.value.mail.isEmpty }
    }
  }
}
