import Katana
import Millrace
import MillraceTesting

/// A download that is begun again when it fails, as an updater with commands.
///
/// Wrong: the attempts are not counted, so that a server that is down is asked for ever.
enum GalleryRetry {
  struct Download: Model, Hashable {
    var attempts = 0
    var text: String?
    var hasFailed = false
  }

  enum DownloadMessage: Message, Hashable {
    case begin
    case arrived(String)
    case failed
  }

  struct Fetch: Command, Hashable {}

  struct Timeout: Error {}

  struct FetchInterpreter: AsyncCommandInterpreter {
    let server: Outside

    func interpret(dispatch: AsyncDispatch, command: Fetch) async throws {
      do {
        let text = try await server.call("book", answers: [.success("a book"), .failure(Timeout())])
        await dispatch(DownloadMessage.arrived(text))
      } catch is Timeout {
        await dispatch(DownloadMessage.failed)
      }
    }
  }

  static func updater(isRight: Bool) -> FunctionUpdater<Download> {
    FunctionUpdater { (download: inout Download, message: DownloadMessage) in
      switch message {
      case .begin:
        download = Download(attempts: 1)
        return [Fetch()]
      case .arrived(let text):
        download.text = text
        return []
      case .failed where isRight && download.attempts == 3:
        download.hasFailed = true
        return []
      case .failed:
        if isRight { download.attempts += 1 }
        return [Fetch()]
      }
    }
  }

  static func scenario(isRight: Bool) -> @Sendable (isolated World) throws -> Void {
    { world in
      let store = try Katana.Store(
        model: Download(), updater: updater(isRight: isRight),
        interpreters: [FetchInterpreter(server: world.outside("server"))], flow: world.flow)
      world.user("reader", sends: [DownloadMessage.begin], to: store)
      world.finally("it has arrived or failed") { store.model.hasFailed || store.model.text != nil }
    }
  }
}
