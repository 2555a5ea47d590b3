import Aftermath
import Testing

/// The sample of "Coming from the original".
enum AftermathOriginal {
  nonisolated struct Note: Equatable { let text: String }

  nonisolated protocol Network: Sendable {
    func fetchNotes(_ completion: @escaping @Sendable ([Note]?, (any Error)?) -> Void)
  }

  struct NoteListStory {
    struct Command: Aftermath.Command {
      typealias Output = [Note]
    }

    struct Handler: CallbackCommandHandler {
      let network: any Network

      func handle(command: Command, publisher: EventPublisher<Command>) throws -> Event<Command> {
        network.fetchNotes { notes, error in
          if let error { return publisher.publish(error: error) }
          publisher.publish(data: notes ?? [])
        }
        return .progress
      }
    }
  }

  @MainActor
  final class NoteListController: CommandProducer, ReactionProducer {
    let engine: Engine
    private(set) var notes: [Note] = []
    private(set) var isRefreshing = false

    init(engine: Engine) {
      self.engine = engine
    }

    func viewDidLoad() {
      react(
        to: NoteListStory.Command.self,
        with: Reaction(
          wait: { [weak self] in self?.isRefreshing = true },
          consume: { [weak self] notes in
            self?.notes = notes
            self?.isRefreshing = false
          },
          rescue: { [weak self] error in
            self?.isRefreshing = false
            print(error)
          }))
      execute(command: NoteListStory.Command())
    }
  }

  @MainActor
  static func configure(_ engine: Engine, network: any Network) {
    engine.use(handler: NoteListStory.Handler(network: network))
    engine.pipeCommands(through: [LogCommandMiddleware(), ErrorCommandMiddleware()])
  }

  /// Calls back on another thread.
  nonisolated struct Distance: Network {
    func fetchNotes(_ completion: @escaping @Sendable ([Note]?, (any Error)?) -> Void) {
      Task.detached { completion([Note(text: "Tea")], nil) }
    }
  }
}

@Suite("Coming from the original Aftermath")
@MainActor struct AftermathOriginalSamples {
  @Test("the program of before is the program of today")
  func program() async {
    let engine = Engine(name: "notes")
    AftermathOriginal.configure(engine, network: AftermathOriginal.Distance())
    let controller = AftermathOriginal.NoteListController(engine: engine)
    let events = engine.events(of: AftermathOriginal.NoteListStory.Command.self)
    controller.viewDidLoad()
    #expect(controller.isRefreshing)
    for await event in events where !event.inProgress { break }
    #expect(controller.notes == [AftermathOriginal.Note(text: "Tea")])
    #expect(!controller.isRefreshing)
  }
}
