// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Flask
import Foundation
import MillraceTesting
import Synchronization
import Testing

// A program of the original with the words of its page, and how it behaves.

private struct AppState: FlaskState, Equatable {
  enum prop: StateProp { case counter, text }
  var counter = 0
  var text = ""
  var counted = BehaviourCounted()
  var map = FlaskDictRef()
  var object = FlaskRef<BehaviourImage>()
  var info = Info()

  nonisolated struct Info: Codable, Equatable {
    var nest = Nest()
  }
  nonisolated struct Nest: Codable, Equatable {
    var foo = "bar"
  }
}

nonisolated private let comparisons = Mutex(0)

/// A value that counts how often it is compared.
nonisolated private struct BehaviourCounted: Codable, Equatable {
  var value = 0

  static func == (left: Self, right: Self) -> Bool {
    comparisons.withLock { $0 += 1 }
    return left.value == right.value
  }
}

private class Feed: Substance<AppState> {
  override func archiveDelay() -> Duration { .seconds(1) }
  override func archivePatience() -> Duration { .seconds(3) }
}

private enum Mixers: SubstanceMixer { case Login, logout, COUNT }

private class App: ReactiveSubstance<AppState, Mixers> {
  override func defineMixers() {
    define(mix: .Login) { payload, react, abort in
      guard let user = payload?["user"] as? String else { return abort() }
      self.prop.text = user
      react()
    }
    define(mix: .COUNT) { _, react, _ in
      self.prop.counter += 1
      react()
    }
  }
}

private struct BehaviourProblem: Error {}

/// A view that has reactions.
@MainActor private final class BehaviourOwner: @MainActor FlaskReactor {
  var lines: [String] = []

  func flaskReactions(reaction: FlaskReaction) {
    reaction.on(AppState.prop.counter) { _ in lines.append("counter") }
    reaction.on("info.nest.foo") { _ in lines.append("foo") }
    reaction.on(\AppState.info.nest.foo) { change in lines.append(change.newValue()) }
    if reaction.changed() { lines.append("changed") }
  }
}

// row: `ReactorManager.reactors`, in a test
@Suite("A program of the original Flask, and how it behaves today")
@MainActor struct FlaskBehaviourTests {
  private let archives = MemoryArchives()
  private let clock = ManualClock()
  private let flask: Flask
  private let owner = BehaviourOwner()
  private let reports = OriginalReports()

  init() {
    flask = Flask(name: "behaviour", environment: StoreEnvironment(clock: clock), archives: archives)
    reports.listen(to: flask)
  }

  // MARK: Substances

  // row: `class Feed: Substance<S>`, `Feed()`, `Feed(name:archive:)`
  // row: `class App: ReactiveSubstance<S, Mixers>`
  // row: `enum Mixers: SubstanceMixer`, cases in any spelling
  // row: `Substance<S, Mixers>`
  // row: `FluxMixer` as the type of a mixer's name
  // row: `StateName`, `named`
  @Test("a substance is made with or without a name, and hears mixers of any spelling")
  func substances() {
    #expect(Feed().name() == "Feed" && Feed(name: "feed", archive: false).name() == "feed")
    let (feed, app) = (Feed(in: flask), App(name: "app", in: flask))
    let mixer: FluxMixer = { _, react, _ in react() }
    app.define(mix: .logout, mixer)
    flask.substances(reactTo: Mixers.Login, payload: ["user": "Ada"])
    flask.substances(reactTo: Mixers.COUNT)
    flask.substances(reactTo: Mixers.logout)
    #expect(app.state.text == "Ada" && app.state.counter == 1 && feed.state.counter == 0)
  }

  // row: `reaction.on(AppState.prop.counter)`, `reaction.on("info.nest.foo")`
  // row: `flaskReactorChanges(reaction:)`
  // row: `mixState`, `atoms`; `.mutate {}`, `.commit()`; `Lab`, `Molecule`
  // row: `FlaskReaction.reduceChanges`, `FlaskReaction.change`
  // row: a property whose name begins with `_`
  // row: a mix ran later, on a background queue; reactions ran on its thread
  @Test("a mix and its reactions are done when andReact returns, on the main actor")
  func synchronous() {
    let feed = Feed(in: flask)
    flask.attachReactor(to: owner, mixing: [feed])
    flask.getReactor(attachedTo: owner).mix(feed) { substance in
      MainActor.assertIsolated()
      substance.prop.counter = 1
      substance.prop.info.nest.foo = "mixed"
    }.andReact()
    #expect(owner.lines == ["counter", "foo", "mixed", "changed"])
  }

  // row: each closure of a chain was an operation of its own; two chains on one substance interleaved
  // row: reactors of the first substance were called before the second was committed
  @Test("a chain is one transaction in one turn, and all its substances are committed before a reaction")
  func transaction() {
    let (one, two) = (Feed(name: "one", in: flask), Feed(name: "two", in: flask))
    var lines: [String] = []
    let reactor = flask.reactor(attachedTo: owner, mixing: one, two)
    let inner = flask.reactor(attachedTo: reports, mixing: one)
    reactor.handler = { _, _ in
      lines.append("reaction \(one.state.counter) \(two.state.counter)")
      if lines.count == 3 { inner.mix(one) { $0.prop.counter += 10 }.andReact() }
    }
    reactor.mix(one) { substance in
      lines.append("first")
      substance.prop.counter = 1
    }.with(two) { substance in
      lines.append("second")
      substance.prop.counter = 2
    }.andReact()
    #expect(lines == ["first", "second", "reaction 1 2", "reaction 1 2", "reaction 11 2"])
  }

  // row: after `andAbort()` the changed values stayed in `state`
  // row: a mix could not fail
  // row: a chain that was not resolved blocked its substance
  @Test("a chain that is aborted, that throws or that is not resolved leaves nothing")
  func aborted() {
    let feed = Feed(in: flask)
    let reactor = flask.reactor(attachedTo: owner, mixing: feed)
    reactor.mix(feed) { $0.prop.counter = 1 }.andAbort()
    #expect(feed.state.counter == 0 && reports.errors.isEmpty)
    reactor.mix(feed) { substance in
      substance.prop.counter = 2
      throw BehaviourProblem()
    }.andReact()
    #expect(feed.state.counter == 0 && reports.errors.count == 1)
    _ = reactor.mix(feed) { $0.prop.counter = 3 }
    #expect(feed.state.counter == 0 && reports.errors.count == 2)
    reactor.mix(feed) { $0.prop.counter = 4 }.andReact()
    #expect(feed.state.counter == 4)
  }

  // row: a mixer ran once for each reactor of its substance
  @Test("a mixer runs once for a substance with several reactors")
  func onceEach() {
    let app = App(in: flask)
    let reactors = (1...3).map { _ in flask.reactor(attachedTo: owner, mixing: app) }
    flask.substances(reactTo: Mixers.COUNT)
    #expect(app.state.counter == 1 && reactors.allSatisfy(\.isBound))
  }

  // row: only reactors with changes were called
  // row: all keys of all properties were compared, for each reaction and each `on`
  @Test("a handler is called for each transaction, and only the keys that it asks for are compared")
  func requestedKeys() {
    let feed = Feed(in: flask)
    let reactor = flask.reactor(attachedTo: owner, mixing: feed)
    var lines: [String] = []
    reactor.handler = { _, reaction in
      lines.append("called")
      reaction.on("counter") { _ in lines.append("counter") }
    }
    let before = comparisons.withLock { $0 }
    reactor.mix(feed) { _ in }.andReact()
    reactor.mix(feed) { $0.prop.counter = 1 }.andReact()
    #expect(lines == ["called", "called", "counter"])
    #expect(comparisons.withLock { $0 } == before)
  }

  // row: an unknown key ended the program; an unknown nested key was ignored
  // row: `state` and `prop` in the wrong place were assertions of debug builds
  @Test("an unknown key, and a state or a prop in the wrong place, are errors with the nearest names")
  func wrongPlaces() {
    let feed = Feed(in: flask)
    let reactor = flask.reactor(attachedTo: owner, mixing: feed)
    reactor.handler = { _, reaction in
      reaction.on("countre") { _ in }
      reaction.on("info.nest.fooo") { _ in }
    }
    reactor.mix(feed) { $0.prop.counter = 1 }.andReact()
    #expect(reports.errors.count == 2)
    #expect(reports.errors.first?.contains("counter") == true)
    #expect(reports.errors.last?.contains("foo") == true)
    feed.prop.counter = 3
    reactor.mix(feed) { _ = $0.state }.andReact()
    #expect(reports.errors.count >= 4 && feed.state.counter == 1)
  }

  // row: binding twice, and unbinding twice, were assertions
  // row: attaching an object twice was an assertion of `getReactor`
  @Test("binding and unbinding twice do nothing, and attaching twice is reported")
  func twice() {
    let feed = Feed(in: flask)
    let reactor = flask.reactor(attachedTo: owner, mixing: feed)
    reactor.bind()
    reactor.unbind()
    reactor.unbind()
    reactor.bind()
    #expect(reactor.isBound && reports.errors.isEmpty)
    let view = BehaviourOwner()
    flask.attachReactor(to: view, mixing: [feed])
    flask.attachReactor(to: view, mixing: [feed])
    #expect(reports.errors.count == 1 && flask.getReactor(attachedTo: view).isBound)
  }

  // MARK: Locks

  // row: a lock that no code kept paused the bus for ever
  @Test("a lock that no code keeps is released and reported")
  func lostLock() async {
    let feed = Feed(in: flask)
    let reactor = flask.reactor(attachedTo: owner, mixing: feed)
    do { _ = flask.lock() }
    reactor.mix(feed) { $0.prop.counter = 1 }.andReact()
    await flask.run()
    #expect(feed.state.counter == 1 && reports.errors.count == 1)
  }

  // row: several `lock(withMixer:)` ran one after another at once
  // row: `reaction.onLock` was weak
  // row: `autorelease` needed a call of `lock.autorelease()`
  @Test("mixes with a lock wait for each other, and a lock that no reaction keeps is released")
  func locksInOrder() {
    let app = App(in: flask)
    let reactor = flask.reactor(attachedTo: owner, mixing: app)
    var kept: [FluxLock] = []
    reactor.handler = { _, reaction in if let lock = reaction.onLock { kept.append(lock) } }
    flask.lock(withMixer: Mixers.COUNT)
    flask.lock(withMixer: Mixers.COUNT)
    #expect(app.state.counter == 1 && kept.count == 1)
    kept[0].release()
    #expect(app.state.counter == 2 && kept.count == 2)
    kept[1].release()
    reactor.handler = { _, _ in }
    flask.lock(withMixer: Mixers.COUNT, autorelease: true)
    reactor.mix(app) { $0.prop.text = "free" }.andReact()
    #expect(app.state.counter == 3 && app.state.text == "free")
    let lock = flask.lock(autorelease: true)
    reactor.mix(app) { $0.prop.text = "later" }.andReact()
    #expect(app.state.text == "free")
    lock.autorelease()
    #expect(app.state.text == "later")
  }

  // row: a rollback called no reactor, and there was one level
  @Test("captures nest, and a rollback calls the reactors")
  func rollback() {
    let feed = Feed(in: flask)
    let reactor = flask.reactor(attachedTo: owner, mixing: feed)
    var lines: [Int] = []
    reactor.handler = { _, reaction in reaction.on("counter") { _ in lines.append(feed.state.counter) } }
    feed.captureState()
    reactor.mix(feed) { $0.prop.counter = 1 }.andReact()
    feed.captureState()
    reactor.mix(feed) { $0.prop.counter = 2 }.andReact()
    feed.rollbackState()
    feed.rollbackState()
    #expect(lines == [1, 2, 1, 0])
  }

  // MARK: Values

  // row: `NSNull` and a missing entry were the same
  // row: a key with dots was one entry's
  // row: `map["foo"]` as an `AnyHashable`
  // row: `map["foo"] = value`, seen by all holders of the dictionary
  // row: any object as a value of a ``FlaskDictRef``
  @Test("a dictionary is a value whose keys lead into others, and null is no change of a missing entry")
  func dictionaries() {
    let (feed, other) = (Feed(name: "feed", in: flask), Feed(name: "other", in: flask))
    let reactor = flask.reactor(attachedTo: owner, mixing: feed, other)
    var lines: [String] = []
    reactor.handler = { _, reaction in
      reaction.at(feed)?.on("map.none") { _ in lines.append("none") }
      reaction.at(feed)?.on("map.nest.a") { _ in lines.append("nest") }
    }
    let image = BehaviourImage()
    let map = FlaskDictRef(["foo": "bar", "nest": ["a": "b"], "image": .object(image)])
    reactor.mix(feed) { $0.prop.map = map }.with(other) { $0.prop.map = map }.andReact()
    reactor.mix(feed) { $0.prop.map["none"] = FlaskDictRef.Value.null }.andReact()
    reactor.mix(feed) { $0.prop.map["nest.a"] = "c" }.andReact()
    #expect(lines == ["nest", "nest"])
    #expect(feed.state.map.keys().contains("none") && !other.state.map.keys().contains("none"))
    let foo: String? = feed.state.map["foo"]
    let (new, old): (String?, String?) = (feed.state.map["nest.a"], other.state.map["nest.a"])
    #expect(foo == "bar" && new == "c" && old == "b")
  }

  // row: `FlaskRef(NSObject())`, held weakly
  @Test("an object in a state is held strongly")
  func object() {
    let feed = Feed(in: flask)
    let reactor = flask.reactor(attachedTo: owner, mixing: feed)
    var image: BehaviourImage? = BehaviourImage()
    weak let held = image
    reactor.mix(feed) { $0.prop.object = FlaskRef(image) }.andReact()
    image = nil
    #expect(held != nil && feed.state.object.object === held)
    reactor.mix(feed) { $0.prop.object = FlaskRef() }.andReact()
    #expect(held == nil)
  }

  // row: `FluxPayloadType` of any values
  @Test("a payload has Sendable values")
  func payload() {
    let app = App(in: flask)
    let payload: FluxPayloadType = ["user": "Ada", "age": 36]
    let values: [String: any Sendable] = payload
    flask.substances(reactTo: Mixers.Login, payload: payload)
    #expect(app.state.text == "Ada" && values.count == 2)
  }

  // MARK: Archives

  // row: archives in `UserDefaults.standard`
  @Test("archives lie in files or in the user's defaults")
  func storages() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "flask-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = FileArchives(directory: folder)
    let flask = Flask(name: "files", archives: files)
    let feed = Feed(name: "feed", archive: true, in: flask)
    flask.reactor(attachedTo: owner, mixing: feed).mix(feed) { $0.prop.counter = 7 }.andReact()
    try feed.archiveNow()
    let later = Feed(name: "feed", archive: true, in: Flask(name: "later", archives: files))
    #expect(later.state.counter == 7)
    let defaults: any ArchiveStorage = UserDefaultsArchives(suiteName: "flask-\(UUID())")
    #expect(try defaults.read("Fx.1.feed") == nil)
  }

  // row: an unreadable archive, or a state that could not be encoded, ended the program
  @Test("an unreadable archive is kept under another name, and its substance starts from its defaults")
  func unreadable() {
    archives.write(Array("not an archive".utf8), for: "Fx.1.feed")
    let feed = Feed(name: "feed", archive: true, in: flask)
    #expect(feed.state.counter == 0)
    #expect(reports.errors.count == 1)
    #expect(archives.contents.isEmpty && archives.archivesSetAside["Fx.1.feed"]?.count == 1)
  }

  // row: a state that changed all the time was never saved
  @Test("a state that changes all the time is saved when the patience is over")
  func patience() async throws {
    let feed = Feed(name: "feed", archive: true, in: flask)
    let reactor = flask.reactor(attachedTo: owner, mixing: feed)
    // The last pause ends with the patience, before the delay after the last change is over.
    for _ in 1...5 {
      reactor.mix(feed) { $0.prop.counter += 1 }.andReact()
      await clock.waitForSleepers(count: 1)
      await clock.advance(by: .milliseconds(600))
    }
    await flask.run()
    #expect(archives.contents["Fx.1.feed"]?.contains(UInt8(ascii: "5")) == true)
  }

  // row: `shouldArchive = true` saved at the next change
  @Test("shouldArchive saves the present state, too")
  func present() async throws {
    let feed = Feed(name: "feed", in: flask)
    flask.reactor(attachedTo: owner, mixing: feed).mix(feed) { $0.prop.counter = 5 }.andReact()
    feed.shouldArchive = true
    await clock.waitForSleepers(count: 1)
    await clock.advance(by: .seconds(1))
    await flask.run()
    #expect(archives.contents["Fx.1.feed"]?.contains(UInt8(ascii: "5")) == true)
  }

  // row: `toDictionary()`, `toJsonDictionary()`, `stateDictionary()`, `get(_:)`
  // row: `SubstanceSerializer.jsonFromState`, `stateFromJson`, `dataFromState`, `stateFromData`
  @Test("a state is Codable")
  func coding() throws {
    let feed = Feed(in: flask)
    let reactor = flask.reactor(attachedTo: owner, mixing: feed)
    reactor.mix(feed) { $0.prop.counter = 5 }.andReact()
    let data = try JSONEncoder().encode(feed.state)
    let state: any Codable = try JSONDecoder().decode(AppState.self, from: data)
    #expect((state as? AppState)?.counter == 5)
    #expect(feed.state[keyPath: \.info.nest.foo] == "bar")
  }

  // row: `name(as:)`, `name(prefix:)`, `name(suffix:)`
  // row: `FluxNotifier`, `FluxNotification`
  @Test("a substance has the name that it is given, and gates and taps of the flow see its turns")
  func flow() {
    let feed: SubstanceConcrete = Feed(name: "news", in: flask)
    var turns = 0
    let tap = flask.bus.flow.tap { _ in turns += 1 }
    flask.bus.performInFluxQueue {}
    #expect(feed.name() == "news" && turns == 1)
    tap.cancel()
  }
}

/// An object that is `Sendable`.
nonisolated private final class BehaviourImage: Sendable {}
