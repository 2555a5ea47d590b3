// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Flask
import Foundation
import MillraceTesting
import Testing

// Programs in the spelling of the original's release 1.1.8. Their states name the protocol as the fix-it
// has it.

struct FirstReleaseState: FlaskState, Equatable {
  enum prop: StateProp { case counter, text }
  var counter = 0
  var text = ""
  var info: FlaskDictRef?
}

enum FirstReleaseMixers: SubstanceMixer { case Login, Logout, AsyncAction }

class FirstReleaseApp: ReactiveSubstance<FirstReleaseState, FirstReleaseMixers> {
  override func defineMixers() {
    define(mix: .Login) { (payload, react, abort) in
      self.prop.text = (payload?["username"] as? String) ?? ""
      react()
    }
    define(mix: .Logout) { (_, react, _) in
      self.prop = FirstReleaseState()
      react()
    }
    define(mix: .AsyncAction) { (_, react, _) in
      self.prop.counter += 1
      react()
    }
  }
}

/// A substance with the settings of its archive, the delay in seconds.
class FirstReleaseSaved: Substance<FirstReleaseState> {
  override func archiveKeySpace() -> String { return "1" }
  override func archiveKey() -> String { return "Fx.\(archiveKeySpace()).\(name())" }
  override func archiveDelay() -> Double { return 0.5 }
  override func archiveDisabled() -> Bool { return !shouldArchive }
}

/// A screen that handles its reactions under the name of release 1.
@MainActor class FirstReleaseScreen: @MainActor FlaskReactor {
  let substance: Substance<FirstReleaseState>
  var lines: [String] = []

  init(_ substance: Substance<FirstReleaseState>) { self.substance = substance }

  func flaskReactor(reaction: FlaskReaction) {
    reaction.on(FirstReleaseState.prop.counter) { (change) in
      lines.append("counter = \(substance.state.counter)")
    }
    reaction.on("info.nest.data") { (change) in
      let data: String? = change.newValue()
      lines.append(data ?? "none")
    }
  }
}

/// An object that is attached and handles nothing.
@MainActor private final class FirstReleaseDeaf: @MainActor FlaskReactor {}

@Suite("The words of the original Flask, release 1.1.8")
@MainActor struct FlaskFirstReleaseTests {
  @Test("A reactor handles reactions under the name flaskReactor, and is mixed through the functions of old")
  func reactor() throws {
    try (FirstReleaseWordsInUse() as any FirstReleaseWords).screen()
  }

  @Test("flask.reactor is the handler, and a chain ends with react() or abort()")
  func closure() { (FirstReleaseWordsInUse() as any FirstReleaseWords).closure() }

  @Test("FlaskManager lists the reactors and releases those without an owner")
  func manager() { (FirstReleaseWordsInUse() as any FirstReleaseWords).manager() }

  @Test("The low-level functions lock, apply mixers and purge")
  func lowLevel() { (FirstReleaseWordsInUse() as any FirstReleaseWords).lowLevel() }

  @Test("A delay in seconds counts")
  func delay() async throws {
    let archives = MemoryArchives()
    let clock = ManualClock()
    let flask = Flask(name: "saved", environment: StoreEnvironment(clock: clock), archives: archives)
    let saved = FirstReleaseSaved(name: "saved", archive: true, in: flask)
    let delay: Duration = saved.archiveDelay()
    #expect(delay == .milliseconds(500))
    let owner = FirstReleaseScreen(saved)
    flask.attachReactor(to: owner, mixing: [saved])
    flask.getReactor(attachedTo: owner).mix(saved) { $0.prop.counter = 1 }.andReact()
    await clock.waitForSleepers(count: 1)
    await clock.advance(by: .milliseconds(500))
    await flask.run()
    #expect(archives.contents["Fx.1.saved"] != nil)
  }

  // row: a substance that was never shown heard global mixers
  @Test("A log out reaches a substance that no view has shown yet")
  func unseen() {
    let flask = Flask(name: "first", archives: MemoryArchives())
    let (shown, unseen) = (
      FirstReleaseApp(name: "shown", in: flask), FirstReleaseApp(name: "unseen", in: flask)
    )
    let screen = FirstReleaseScreen(shown)
    flask.attachReactor(to: screen, mixing: [shown])
    flask.substances(reactTo: FirstReleaseMixers.Login, payload: ["username": "foo"])
    #expect(shown.state.text == "foo" && unseen.state.text == "foo")
    flask.substances(reactTo: FirstReleaseMixers.Logout)
    #expect(shown.state == FirstReleaseState() && unseen.state == FirstReleaseState())
  }

  @Test("An object that handles no reactions is reported")
  func deaf() {
    let flask = Flask(name: "first", archives: MemoryArchives())
    var errors: [String] = []
    flask.bus.flow.errorHandler = { errors.append("\($0)") }
    let app = FirstReleaseApp(in: flask)
    let deaf = FirstReleaseDeaf()
    flask.attachReactor(to: deaf, mixing: [app])
    flask.getReactor(attachedTo: deaf).mix(app) { $0.prop.counter = 1 }.andReact()
    #expect(errors.count == 1 && errors.first?.contains("implement `flaskReactions(reaction:)`") == true)
  }
}

/// Deprecated names, called where no warning appears.
@MainActor private protocol FirstReleaseWords {
  func screen() throws
  func closure()
  func manager()
  func lowLevel()
}

@MainActor private struct FirstReleaseWordsInUse: FirstReleaseWords {
  @available(*, deprecated)
  func screen() throws {
    let screen = FirstReleaseScreen(NewSubstance(definedBy: FirstReleaseState.self))
    AttachFlaskReactor(to: screen, mixing: [screen.substance])
    let data: NSDictionary = ["foo": "bar", "nest": ["data": "some"]]
    let info = try FlaskDictRef(data)
    GetFlaskReactor(at: screen)
      .toMix(screen.substance) { (substance) in
        substance.prop.counter = 10
      }.with(screen.substance) { (substance) in
        substance.prop.info = info
      }.andReact()
    #expect(screen.lines == ["counter = 10", "some"])
    DetachFlaskReactor(from: screen)
  }

  @available(*, deprecated)
  func closure() {
    let owner = FirstReleaseScreen(
      NewSubstance(definedBy: FirstReleaseState.self, named: "b", archive: false))
    let other = NewSubstance(definedBy: FirstReleaseState.self)
    let flask = Flask.instance(attachedTo: owner, mixing: owner.substance, other)
    flask.reactor = { owner, reaction in
      reaction.on(FirstReleaseState.prop.counter) { (change) in owner.lines.append("changed") }
    }
    flask
      .mix(owner.substance) { (substance) in
        substance.prop.counter = 10
      }.mix(other) { (substance) in
        substance.prop.text = "text"
      }.react()
    #expect(owner.lines == ["changed"] && flask.reactor != nil)
    flask.mix(other) { (substance) in substance.prop.counter = 10 }.abort()
    #expect(other.state.counter == 0)
    Flask.detachReactor(from: owner)
  }

  @available(*, deprecated)
  func manager() {
    let app = FirstReleaseApp(name: "managed")
    let owner = FirstReleaseScreen(app)
    Flask.attachFlask(to: owner, mixing: [app])
    #expect(FlaskManager.flasks.contains { $0.owner === owner })
    FlaskManager.purge()
    #expect(FlaskManager.flasks.contains { $0.owner === owner })
    Flask.detachFlask(from: owner)
    #expect(!FlaskManager.flasks.contains { $0.owner === owner })
  }

  @available(*, deprecated)
  func lowLevel() {
    let app = FirstReleaseApp(name: "low")
    let owner = FirstReleaseScreen(app)
    Flask.attachFlask(to: owner, mixing: [app])
    let lock = Flask.lock()
    Flask.applyMixer(FirstReleaseMixers.Login, payload: ["username": "foo"])
    #expect(app.state.text == "")
    lock.release()
    #expect(app.state.text == "foo")
    var kept: FluxLock?
    let flask = Flask.instance(attachedTo: owner, mixing: app)
    flask.reactor = { _, reaction in kept = reaction.onLock ?? kept }
    Flask.lock(withMixer: FirstReleaseMixers.AsyncAction)
    #expect(app.state.counter == 1)
    kept?.release()
    _ = Flask.lock(withMixer: FirstReleaseMixers.AsyncAction, payload: ["a": 1])
    Flask.removeLocks()
    Flask.purgeFluxQueue()
    Flask.purgeFlasks()
    MixSubstances(with: FirstReleaseMixers.Logout)
    #expect(app.state == FirstReleaseState())
    Flask.detachFlask(from: owner)
  }
}
