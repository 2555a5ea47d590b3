import Aftermath
import Millrace
import MillraceTesting

/// A profile that is loaded after the login, on an engine of commands and events.
///
/// Wrong: a user who logs out while the profile is loading gets it all the same.
enum GalleryLogout {
  struct Session: Hashable {
    var isOpen = true
    var profile: String?
  }

  struct LoadProfile: Command {
    typealias Output = String
    let name: String
  }

  struct LoggedOut: Fact {}

  struct LoadProfileHandler: AsyncCommandHandler {
    let server: Outside

    func handle(command: LoadProfile) async throws -> String {
      try await server.call(
        "profile of \(command.name)", answers: [.success("\(command.name), 36 books"), .never])
    }
  }

  static func scenario(isRight: Bool) -> @Sendable (isolated World) throws -> Void {
    { world in
      let engine = Engine(flow: world.flow)
      engine.use(handler: LoadProfileHandler(server: world.outside("server")))
      let session = try engine.store(Session(), name: "session") { fold in
        fold.on(LoadProfile.self) { $0.profile = $1 }
        fold.on(LoggedOut.self) { session, _ in session = Session(isOpen: false) }
      }
      world.user(
        "reader",
        does: [
          { engine.execute(command: LoadProfile(name: "Ada"), isolation: world) },
          {
            if isRight { engine.cancel(LoadProfile.self, isolation: world) }
            engine.post(fact: LoggedOut(), isolation: world)
          },
        ])
      world.always("who has logged out has no profile") { session.isOpen || session.profile == nil }
    }
  }
}
