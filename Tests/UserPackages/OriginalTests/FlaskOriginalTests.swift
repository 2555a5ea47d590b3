// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Flask
import Foundation
import Testing

// The declarations are those of a user: none of them says where it is isolated unless it has to.

struct OriginalState: Flask.State, Equatable {
  var counter = 0
  var text = ""
  var info = Info()
  var user: User?
  var ratio = 0.0
  var map = FlaskDictRef()
  var image = FlaskRef<OriginalImage>()
  var _internal = "ignored"

  nonisolated struct Info: Codable, Equatable {
    var counter = 0
    var nest = Nest()
  }
  nonisolated struct Nest: Codable, Equatable {
    var foo = "bar"
  }
  nonisolated struct User: Codable, Equatable {
    var nick: String?
  }

  enum prop: StateProp { case counter, text }
}

final class OriginalImage: Sendable {}

class OriginalFeed: Substance<OriginalState> {}

enum OriginalMixers: SubstanceMixer { case Login, Logout, Count, Refuse }
enum OriginalOtherMixers: SubstanceMixer { case Other }

class OriginalApp: ReactiveSubstance<OriginalState, OriginalMixers> {
  var log: [String] = []

  override func defineMixers() {
    define(mix: .Login) { payload, react, abort in
      guard let user = payload?["user"] as? String else { return abort() }
      self.prop.text = user
      react()
    }
    define(mix: .Logout) { _, react, _ in
      self.log.append("logout")
      self.prop.text = ""
      react()
    }
    define(mix: .Refuse) { _, _, abort in
      self.prop.counter = 99
      abort()
    }
    define(mix: OriginalOtherMixers.Other) { _, react, _ in
      self.prop.counter += 10
      react()
    }
    define(mix: "byName") { _, react, _ in
      self.prop.counter += 100
      react()
    }
  }

  override func undefineMixers() { log.append("undefined") }
}

enum OriginalNames: SubstanceMixer { case byName, clear }

@MainActor final class OriginalBadge {
  var number = 3
}

/// A substance with parts of the main actor.
final class OriginalSession: ReactiveSubstance<OriginalState, OriginalNames> {
  var calls = 0
  @MainActor var badge = OriginalBadge()

  override func defineMixers() {
    define(mix: .byName) { _, react, _ in
      self.calls += 1
      react()
    }
  }

  @MainActor override func defineMainMixers() {
    define(mix: .clear) { _, react, _ in
      self.calls += 1
      self.badge.number = 0
      self.prop.counter = self.badge.number
      react()
    }
  }
}

/// A view controller, so to speak.
@MainActor final class OriginalController: @MainActor FlaskReactor {
  let substance: Substance<OriginalState>
  private(set) var lines: [String] = []

  init(_ substance: Substance<OriginalState>) {
    self.substance = substance
  }

  func flaskReactions(reaction: FlaskReaction) {
    reaction.on(OriginalState.prop.counter) { change in
      lines.append("counter \(change.newValue() ?? -1) \(substance.state.counter)")
    }
    reaction.at(substance)?.on("info.nest.foo") { change in lines.append(change.newValue() ?? "none") }
  }
}

/// The reports of a context.
@MainActor final class OriginalReports {
  var errors: [String] = []

  func listen(to flask: Flask) {
    flask.bus.flow.errorHandler = { error in self.errors.append("\(error)") }
  }
}

@Suite("The words of the original Flask")
@MainActor struct FlaskOriginalTests {
  private let flask = Flask(name: "original", archives: MemoryArchives())
  private let reports = OriginalReports()

  init() { reports.listen(to: flask) }

  private func owner() -> OriginalReports { reports }

  // MARK: Works as it did

  @Test("A subclass of a substance is made without arguments, with a name and an archive, or in a context")
  func subclass() {
    let feed = OriginalFeed()
    #expect(feed.name() == "OriginalFeed")
    #expect(feed.flask === Flask.shared)
    #expect(OriginalFeed(name: "feed", archive: false).name() == "feed")
    #expect(OriginalFeed(name: "feed", archive: true, in: flask).shouldArchive)
    #expect(OriginalApp(name: "app").state.counter == 0)
  }

  @Test("Flask.newSubstance makes a plain substance, with a name and an archive if given")
  func newSubstance() {
    #expect(Flask.newSubstance(definedBy: OriginalState.self).name() == "OriginalState")
    #expect(flask.newSubstance(definedBy: OriginalState.self, named: "x", archive: true).name() == "x")
  }

  @Test(
    "A reactor of the shared context is attached, found, mixes and is detached by the functions of the type")
  func attach() {
    let controller = OriginalController(Flask.newSubstance(definedBy: OriginalState.self))
    Flask.attachReactor(to: controller, mixing: [controller.substance])
    Flask.getReactor(attachedTo: controller)
      .mix(controller.substance) { $0.prop.counter = 1 }
      .with(controller.substance) { $0.prop.info.nest.foo = "mutated" }
      .and(controller.substance) { $0.prop.counter += 1 }
      .andReact()
    #expect(controller.lines == ["counter 2 2", "mutated"])
    Flask.getReactor(attachedTo: controller).mix(controller.substance) { $0.prop.counter = 9 }.andAbort()
    #expect(controller.substance.state.counter == 2)
    Flask.detachReactor(from: controller)
  }

  @Test("A reactor with a handler is made for one substance or several, and is unbound and bound")
  func handler() {
    let (one, two) = (OriginalFeed(in: flask), OriginalApp(in: flask))
    var lines: [String] = []
    let owner = owner()
    let reactor = flask.reactor(attachedTo: owner, mixing: one)
    reactor.handler = { _, reaction in
      reaction.on("counter") { change in
        let (old, new): (Int?, Int?) = (change.oldValue(), change.newValue())
        lines.append("\(change.key()) \(old ?? -1) \(new ?? -1) \(change.substance() === one)")
      }
      reaction.on("_internal") { _ in lines.append("internal") }
      if reaction.changed() { lines.append("changed") }
    }
    reactor.mix(one) { $0.prop.counter = 1 }.andReact()
    #expect(lines == ["counter 0 1 true", "changed"])
    reactor.mix(one) { $0.prop._internal = "x" }.andReact()
    #expect(lines.count == 2)
    reactor.unbind()
    reactor.mix(one) { $0.prop.counter = 2 }.andReact()
    #expect(lines.count == 2 && one.state.counter == 2)
    reactor.bind()
    reactor.mix(one) { $0.prop.counter = 3 }.andReact()
    #expect(lines.count == 4)
    let both = flask.reactor(attachedTo: owner, mixing: [one, two])
    both.mix(one) { $0.prop.counter = 4 }.mix(two) { $0.prop.counter = 4 }.andReact()
    #expect(two.state.counter == 4)
  }

  @Test("Mixers are defined by case, by a case of another enumeration and by name; they react or abort")
  func mixers() {
    let app = OriginalApp(in: flask)
    let reactor = flask.reactor(attachedTo: owner(), mixing: app)
    flask.substances(reactTo: OriginalMixers.Login, payload: ["user": "Ada"])
    #expect(app.state.text == "Ada")
    flask.substances(reactTo: OriginalMixers.Login)
    flask.substances(reactTo: OriginalMixers.Refuse)
    flask.substances(reactTo: OriginalOtherMixers.Other)
    flask.substances(reactTo: OriginalNames.byName)
    #expect(app.state.counter == 110)
    #expect(reactor.isBound)
    reactor.unbind()
    #expect(app.log == ["undefined"])
  }

  @Test("Locks pause the bus, a mix with a lock has it for itself, and all are removed")
  func locks() {
    let app = OriginalApp(in: flask)
    let reactor = flask.reactor(attachedTo: owner(), mixing: app)
    var kept: FluxLock?
    reactor.handler = { _, reaction in kept = reaction.onLock ?? kept }
    let lock = flask.lock()
    reactor.mix(app) { $0.prop.counter = 1 }.andReact()
    flask.lock(withMixer: OriginalOtherMixers.Other, payload: ["a": 1])
    #expect(app.state.counter == 10)
    var released: String?
    kept?.onRelease = { released = $0 as? String }
    kept?.release(context: "done")
    #expect(released == "done" && app.state.counter == 10)
    lock.release()
    #expect(app.state.counter == 1)
    flask.lock(withMixer: OriginalOtherMixers.Other, autorelease: true)
    let locks = [flask.lock(), flask.lock(autorelease: true)]
    locks[1].autorelease()
    reactor.mix(app) { $0.prop.counter = 2 }.andReact()
    #expect(flask.purgeFluxQueue().count == 1)
    flask.bus.removeLocks()
    #expect(!flask.bus.isLocked)
    Flask.lock().release()
    Flask.removeLocks()
    Flask.purgeFluxQueue()
  }

  // row: `state = …` outside of a transaction
  @Test("A state is captured, rolled back and kept, and work takes its turn on the bus")
  func rollback() {
    let app = OriginalFeed(in: flask)
    let reactor = flask.reactor(attachedTo: owner(), mixing: app)
    var steps: [String] = []
    app.captureState { steps.append("captured") }
    reactor.mix(app) { $0.prop.counter = 1 }.andReact()
    flask.bus.performInFluxQueue { steps.append("\(app.state.counter)") }
    app.rollbackState { steps.append("\(app.state.counter)") }
    app.captureState(newState: OriginalState(counter: 5))
    app.commitState()
    #expect(steps == ["captured", "1", "0"])
    #expect(app.state.counter == 5)
    Flask.bus.performInFluxQueue { steps.append("shared") }
    #expect(steps.last == "shared")
  }

  @Test("A substance says where and how it is archived")
  func archiveSettings() {
    final class Saved: Substance<OriginalState> {
      override func archiveKeySpace() -> String { "2" }
      override func archiveDelay() -> Duration { .milliseconds(1) }
      override func archiveDisabled() -> Bool { !shouldArchive }
    }
    let saved = Saved(name: "saved", in: flask)
    #expect(saved.archiveKey() == "Fx.2.saved")
    #expect(saved.archiveDisabled())
  }

  @Test("An object in a state is compared by its identity")
  func reference() {
    let app = OriginalFeed(in: flask)
    let reactor = flask.reactor(attachedTo: owner(), mixing: app)
    let image = OriginalImage()
    var changes = 0
    reactor.on("image") { _, _ in changes += 1 }
    reactor.mix(app) { $0.prop.image = FlaskRef(image) }.andReact()
    reactor.mix(app) { $0.prop.image = FlaskRef(image) }.andReact()
    #expect(changes == 1)
  }

  // MARK: Better than it was

  @Test("purgeFlasks() releases reactors without an owner, and endReactors() all")
  func purge() {
    let app = OriginalApp(in: flask)
    let reactor = flask.reactor(attachedTo: owner(), mixing: app)
    do { _ = flask.reactor(attachedTo: OriginalImage(), mixing: app) }
    flask.purgeFlasks()
    #expect(reactor.isBound)
    flask.endReactors()
    #expect(!reactor.isBound)
    Flask.purgeFlasks()
  }

  // row: after the last reactor a substance still heard mixers, and its closures kept it for ever
  @Test("A logout reaches a substance whose last view is gone; one that does not want it is reported")
  func logout() {
    let (app, other) = (OriginalApp(name: "app", in: flask), OriginalApp(name: "other", in: flask))
    other.hearsMixersUnbound = false
    for substance in [app, other] {
      let controller = OriginalController(substance)
      flask.attachReactor(to: controller, mixing: [substance])
      flask.getReactor(attachedTo: controller).mix(substance) { $0.prop.text = "Ada" }.andReact()
    }
    flask.substances(reactTo: OriginalMixers.Logout)
    #expect(app.state.text == "" && app.log.contains("logout"))
    #expect(other.state.text == "Ada")
    #expect(reports.errors.count == 1)
    #expect(reports.errors.first?.contains("The mixer `Logout` did not reach `other`") == true)
  }

  @Test("A substance reaches parts of the main actor in its mixers")
  func mainActor() {
    let session = OriginalSession(in: flask)
    let reactor = flask.reactor(attachedTo: owner(), mixing: session)
    reactor.mix(session) { $0.prop.counter = 7 }.andReact()
    flask.substances(reactTo: OriginalNames.clear)
    flask.substances(reactTo: OriginalNames.byName)
    #expect(session.badge.number == 0 && session.state.counter == 0 && session.calls == 2)
    reactor.unbind()
    flask.substances(reactTo: OriginalNames.clear)
    #expect(session.calls == 3)
    #expect(reports.errors.isEmpty)
  }

  // row: `archiveNow()`, `purgeArchive()`
  @Test("Saving is switched on and off at run time, and done at once when the application ends")
  func archiving() throws {
    let archives = MemoryArchives()
    let flask = Flask(name: "archived", archives: archives)
    let app = flask.newSubstance(definedBy: OriginalState.self, named: "note")
    let reactor = flask.reactor(attachedTo: owner(), mixing: app)
    app.shouldArchive = true
    reactor.mix(app) { $0.prop.counter = 4 }.andReact()
    try flask.archiveNow()
    let later = Flask(name: "later", archives: archives)
    #expect(
      later.newSubstance(definedBy: OriginalState.self, named: "note", archive: true).state.counter == 4)
    app.shouldArchive = false
    reactor.mix(app) { $0.prop.counter = 5 }.andReact()
    try flask.archiveNow()
    #expect(try #require(archives.contents["Fx.1.note"]).contains(UInt8(ascii: "4")))
    try app.archiveNow()
    try app.purgeArchive()
    #expect(archives.contents.isEmpty)
  }

  // row: `FlaskDictRef(dictionary as NSDictionary)`, or of a `[String: Any]`
  @Test(
    "A dictionary is made of variables, of values of any type and of Foundation's, holds objects, and is set")
  func dictionaries() throws {
    let app = OriginalFeed(in: flask)
    let reactor = flask.reactor(attachedTo: owner(), mixing: app)
    var lines: [String] = []
    reactor.handler = { _, reaction in
      reaction.on("map.nest.data") { change in lines.append(change.newValue() ?? "none") }
      reaction.on("map.image") { change in
        let image: OriginalImage? = change.newValue()
        lines.append("\(image != nil)")
      }
    }
    let (text, texts) = ("some", ["data": "more"])
    let any: [String: Any] = ["nest": ["data": "any"]]
    let plain: NSDictionary = ["nest": NSDictionary(dictionary: ["data": "plain"])]
    reactor.mix(app) { $0.prop.map = FlaskDictRef(["nest": ["data": text], "count": 1]) }.andReact()
    reactor.mix(app) { $0.prop.map = FlaskDictRef(["nest": .dictionary(FlaskDictRef(texts))]) }.andReact()
    reactor.mix(app) { $0.prop.map = try FlaskDictRef(any) }.andReact()
    reactor.mix(app) { $0.prop.map = try FlaskDictRef(plain) }.andReact()
    reactor.mix(app) { $0.prop.map["nest.data"] = text }.andReact()
    reactor.mix(app) { $0.prop.map["image"] = .object(OriginalImage()) }.andReact()
    reactor.mix(app) { $0.prop.map = FlaskDictRef(texts) }.andReact()
    #expect(lines == ["some", "more", "any", "plain", "some", "true", "none", "false"])
    #expect(app.state.map.keys() == ["data"] && app.state.map.count() == 1)
    #expect(app.state.map["data"] == "more")
    let read: String? = app.state.map["data"]
    #expect(read == "more")
    #expect(throws: FlaskDictError.self) { try FlaskDictRef(["day": Date()]) }
    #expect(reports.errors.isEmpty)
  }

  @Test("From nil to nil, and from NaN to NaN, is no change")
  func noChange() {
    let app = OriginalFeed(in: flask)
    let reactor = flask.reactor(attachedTo: owner(), mixing: app)
    var lines: [String] = []
    reactor.on("user.nick") { _, _ in lines.append("nick") }.on("ratio") { _, _ in lines.append("ratio") }
    reactor.mix(app) { $0.prop.user = .init() }.andReact()
    #expect(lines.isEmpty)
    for _ in 0..<3 { reactor.mix(app) { $0.prop.ratio = .nan }.andReact() }
    #expect(lines == ["ratio"])
  }

  @Test("removeLocks() frees the bus at once, also of locks without a reference")
  func removeLocks() {
    let app = OriginalFeed(in: flask)
    let reactor = flask.reactor(attachedTo: owner(), mixing: app)
    do { _ = flask.lock() }
    reactor.mix(app) { $0.prop.counter = 1 }.andReact()
    flask.removeLocks()
    #expect(app.state.counter == 1)
  }

  @Test("Attaching an object twice is reported")
  func attachedTwice() {
    let controller = OriginalController(OriginalFeed(in: flask))
    flask.attachReactor(to: controller, mixing: [controller.substance])
    flask.attachReactor(to: controller, mixing: [controller.substance])
    #expect(reports.errors.count == 1)
    #expect(reports.errors.first?.contains("a second time") == true)
  }

  @Test("What was an assertion or the program's end is an error with a sentence")
  func errors() {
    let app = OriginalFeed(in: flask)
    let reactor = flask.reactor(attachedTo: owner(), mixing: app)
    app.prop.counter = 3
    reactor.handler = { _, reaction in reaction.on("countre") { _ in } }
    reactor.mix(app) { _ = $0.state }.andReact()
    _ = reactor.mix(app) { $0.prop.counter = 4 }
    app.rollbackState()
    #expect(app.state.counter == 0)
    #expect(reports.errors.count == 5)
  }

  // MARK: Renamed, with a fix-it

  @Test("The names of the original still work, and their fix-its name what to write")
  func forwards() {
    let old: any OriginalWords = OriginalWordsInUse()
    old.functions()
    old.chains()
    old.rest()
  }
}

/// Deprecated names, called where no warning appears.
@MainActor private protocol OriginalWords {
  func functions()
  func chains()
  func rest()
}

@MainActor private struct OriginalWordsInUse: OriginalWords {
  @available(*, deprecated)
  func functions() {
    let app = NewSubstance(definedBy: OriginalState.self)
    #expect(NewSubstance(definedBy: OriginalState.self, named: "old", archive: false).name() == "old")
    let controller = OriginalController(app)
    AttachFlaskReactor(to: controller, mixing: [app])
    GetFlaskReactor(at: controller).mix(app) { $0.prop.counter = 1 }.andReact()
    GetFlaskReactor(from: controller).mix(app) { $0.prop.counter = 2 }.andReact()
    UseFlaskReactor(at: controller).mix(app) { $0.prop.counter = 3 }.andReact()
    #expect(controller.lines.count == 3)
    DetachFlaskReactor(from: controller)
    Flask.attachFlask(to: controller, mixing: [app])
    Flask.detachFlask(from: controller)

    let reactive = OriginalApp()
    let image = OriginalImage()
    let flask: FlaskClass<OriginalImage> = Flask.instance(attachedTo: image, mixing: reactive)
    #expect(Flask.instance(attachedTo: image, mixing: [reactive]).getOwner() === image)
    MixSubstances(with: OriginalMixers.Login, payload: ["user": "Ada"])
    Flask.applyMixer(OriginalOtherMixers.Other)
    #expect(reactive.currentState().text == "Ada" && reactive.state.counter == 10)
    flask.unbind(explicit: true)
    #expect(!flask.isBound)
    ReactorManager.purge()
    // It would end the reactors of other tests.
    let purgeAll: @MainActor () -> Void = ReactorManager.purgeAll
    _ = purgeAll
    Flask.detachReactor(from: image)
  }

  @available(*, deprecated)
  func chains() {
    let app = OriginalFeed()
    let image = OriginalImage()
    let reactor = Flask.reactor(attachedTo: image, mixing: app)
    reactor.mixing(app) { $0.prop.counter = 1 }.with(app) { $0.prop.text = "text" }.react()
    #expect(app.state.counter == 1 && app.state.text == "text")
    reactor.toMix(app) { $0.prop.counter = 2 }.abort()
    #expect(app.state.counter == 1)
    let lock = FluxLock(bus: Flask.bus)
    reactor.mix(app) { $0.prop.counter = 3 }.react()
    #expect(app.state.counter == 1)
    lock.release()
    #expect(app.state.counter == 3)
    Flask.detachReactor(from: image)
  }

  @available(*, deprecated)
  func rest() {
    let image = OriginalImage()
    let reference: FlaskNSRef<OriginalImage> = FlaskNSRef(image)
    #expect(reference.object === image)
    let map = FlaskDictRef(["a": Flask.Null, "b": Flask.Nil, "c": 1])
    #expect(isNilorNull(map["a"]) && isNilorNull(map["b"]) && isNilorNull(map["d"]) && !isNilorNull(map["c"]))
    let mixer: FluxMutation = { _, react, _ in react() }
    let same: FluxMutationClosure = mixer
    let released: FluxLockReleaseBlock = { _ in }
    let handler: ReactionClosure<OriginalImage> = { _, _ in }
    let change: ChangeClosure = { _ in }
    var reacts = false
    same(nil, { reacts = true }, {})
    _ = (released, handler, change)
    let controller: any FlaskReactorChanges = OriginalController(OriginalFeed())
    #expect(reacts && controller is OriginalController)
  }
}
