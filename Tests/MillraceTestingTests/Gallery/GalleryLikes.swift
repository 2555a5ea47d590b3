import Millrace
import MillraceTesting

/// A counter on a server that knows only how to read and to write it.
///
/// Wrong: two that add to it at the same time both read the old number, and one of the likes is lost.
enum GalleryLikes {
  struct Post: Hashable {
    var likes = 0
  }

  enum Message: Hashable {
    case like
    case liked(Int)
  }

  static func scenario(isRight: Bool) -> @Sendable (isolated World) throws -> Void {
    let queue: EffectQueue? = isRight ? .concat("likes") : nil
    return { world in
      let server = world.outside("server")
      let likes = world.shared(0, as: "likes on the server")
      let store = Store(Post(), of: Message.self, flow: world.flow) { post, message in
        switch message {
        case .like:
          return .run(in: queue, label: "like") { send in
            let new = try await server.call("read", answers: [.success(likes.value)]) + 1
            try await server.call("write \(new)", answers: [.success(likes.value = new)])
            await send(.liked(new))
          }
        case .liked(let likes):
          post.likes = likes
          return .none
        }
      }
      world.user("Ada", sends: [.like], to: store)
      world.user("Ben", sends: [.like], to: store)
      world.finally("every like counts") { likes.value == 2 }
    }
  }
}
