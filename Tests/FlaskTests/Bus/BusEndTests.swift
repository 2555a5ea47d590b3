import Flask
import Millrace
import MillraceTesting
import Testing

@Suite
struct BusEndTests {
  /// A home whose context ends with it.
  private actor Room {
    let flask: Flask
    private let app: Substance<ContextState>
    private var keeper: Keeper?

    init(_ storage: MemoryArchives) {
      flask = Flask(name: "room", environment: StoreEnvironment(clock: ManualClock()), archives: storage)
      app = flask.newSubstance(definedBy: ContextState.self, named: "app", archive: true)
    }

    final class Keeper {
      var reactor: Reactor<Keeper>?
    }

    func mix() -> ContextWeak {
      let keeper = Keeper()
      keeper.reactor = flask.reactor(attachedTo: keeper, mixing: app) { _, _ in }
      keeper.reactor?.mix(app) { $0.prop.counter = 1 }.andReact()
      self.keeper = keeper
      return ContextWeak(flask)
    }
  }

  @Test("a context whose home ends with all that keeps it ends, too, and what is unsaved is saved")
  func homeEnds() async {
    let storage = MemoryArchives()
    var room: Room? = Room(storage)
    let context = await room?.mix()
    room = nil
    #expect(context?.object == nil)
    #expect(storage.contents["Fx.1.app"] != nil)
  }

  @Test("a context without a home ends when there are no references to it, its substances and its reactors")
  func homelessEnds() {
    final class Keeper {
      var reactor: Reactor<Keeper>?
    }
    weak var context: Flask?
    do {
      let flask = Flask(name: "none", archives: MemoryArchives())
      let app = flask.newSubstance(definedBy: ContextState.self)
      context = flask
      let keeper = Keeper()
      keeper.reactor = flask.reactor(attachedTo: keeper, mixing: app) { _, _ in }
      keeper.reactor?.mix(app) { $0.prop.counter = 1 }.andReact()
    }
    #expect(context == nil)
  }

  /// A document of the main actor, whose last reference goes on any thread.
  @MainActor
  private final class Document {
    let flask = Flask(name: "document", archives: MemoryArchives())
    let app: Substance<ContextState>
    static let heard = Locked(0)

    init() { app = flask.newSubstance(definedBy: ContextState.self) }

    func open() -> FlaskSender {
      _ = app
      flask.bus.flow.errorHandler = { _ in Self.heard.withLock { $0 += 1 } }
      return flask.sender()
    }
  }

  @Test("a context whose last reference goes on another thread ends while others ask it for something")
  func endsElsewhere() async {
    for round in 0..<1000 {
      let (held, sender) = await Self.opened()
      await withTaskGroup { group in
        group.addTask {
          for _ in 0..<200 where sender.substances(reactTo: ContextMixers.add) { await letOthersRun() }
        }
        group.addTask {
          for _ in 0..<(round % 200) { await letOthersRun() }
          held.withLock { $0 = nil }
        }
      }
    }
  }

  @MainActor
  private static func opened() -> (Locked<Document?>, FlaskSender) {
    let document = Document()
    return (Locked(document), document.open())
  }
}

/// An object, held weakly.
final class ContextWeak: @unchecked Sendable {
  // Sound: a weak reference may be read on any thread.
  weak var object: AnyObject?

  init(_ object: AnyObject) { self.object = object }
}
