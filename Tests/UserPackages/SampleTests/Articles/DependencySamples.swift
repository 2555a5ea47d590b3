import Foundation
import Millrace
import MillraceDependencies
import MillraceTesting
import Testing

nonisolated struct Broadcasts: Sendable {
  var tracks: @Sendable (_ station: String) async throws -> [String] = unimplemented("Broadcasts.tracks")
  var isOnAir: @Sendable () async -> Bool = unimplemented("Broadcasts.isOnAir", placeholder: false)
}

nonisolated extension Broadcasts: StoreEnvironmentKey {
  static let defaultValue = Broadcasts(tracks: { ["Live from \($0)"] }, isOnAir: { true })
  static let testValue = Broadcasts()
  static let previewValue = Broadcasts(tracks: { _ in ["Blue in Green"] }, isOnAir: { true })
}

nonisolated struct Tuner: Equatable {
  var tracks: [String] = []
  var problem: String?
}

nonisolated enum TunerMessage: Sendable {
  case tune(String)
  case tuned([String])
  case failed(String)
}

nonisolated func updateTuner(_ tuner: inout Tuner, _ message: TunerMessage) -> Effect<TunerMessage> {
  switch message {
  case .tune(let station):
    return .run(in: .latest("tune"), label: "tune to \(station)") { send in
      let tracks = try await send.environment[Broadcasts.self].tracks(station)
      try await send.environment[KeyValueClient.self].set(station, for: "station")
      await send(.tuned(tracks))
    } catch: {
      .failed("\($0)")
    }
  case .tuned(let tracks): tuner.tracks = tracks
  case .failed(let problem): tuner.problem = problem
  }
  return .none
}

nonisolated struct Silence: Error, CustomStringConvertible {
  var description: String { "nothing but silence" }
}

nonisolated struct House: Equatable {
  var radio: Tuner? = Tuner()
}

nonisolated enum HouseMessage: Sendable {
  case radio(TunerMessage)
}

@MainActor
@Suite("Dependencies") struct DependencySamples {
  @Test("A test sets what its effects need, also in the middle")
  func test() async throws {
    var environment = StoreEnvironment.test()
    environment[Broadcasts.self].tracks = { ["\($0) one", "\($0) two"] }
    environment[KeyValueClient.self] = .inMemory()

    let test = TestStore(Store(Tuner(), environment: environment, update: updateTuner))
    test.send(.tune("jazz"))
    await test.receive(.tuned(["jazz one", "jazz two"])) { $0.tracks = ["jazz one", "jazz two"] }

    test.environment[Broadcasts.self].tracks = { _ in throw Silence() }
    test.send(.tune("rock"))
    await test.receive(.failed("nothing but silence")) { $0.problem = "nothing but silence" }
    await test.finish()

    #expect(try await environment[KeyValueClient.self].value(String.self, for: "station") == "jazz")
  }

  @Test("What a test forgets fails it by name")
  func forgotten() async {
    await withKnownIssue {
      let test = TestStore(Store(Tuner(), update: updateTuner), mode: .relaxed)
      test.send(.tune("jazz"))
      await test.finish()
    } matching: { issue in
      issue.comments.contains {
        $0.rawValue.hasPrefix("`Broadcasts.tracks` was called, and has no implementation.")
      }
    }
  }

  @Test("A preview has the values of previews")
  func preview() async {
    var environment = StoreEnvironment.preview
    environment[Broadcasts.self].isOnAir = { false }
    let store = Store(Tuner(), environment: environment, update: updateTuner)
    store.send(.tune("jazz"))
    await store.run()
    #expect(store.tracks == ["Blue in Green"])
  }

  @Test("A part, and one effect, have an environment of their own")
  func overrides() async {
    let radio = Part("radio", at: \House.radio, { HouseMessage.radio($0) }, update: updateTuner)
      .environment {
        $0[Broadcasts.self].tracks = { _ in ["Static"] }
        $0[KeyValueClient.self] = .inMemory()
      }
    let store = Store(House(), parts: [radio]) { house, message in
      switch message {
      case .radio(let message): radio.update(&house, message)
      }
    }
    store.send(.radio(.tune("jazz")))
    await store.run()
    #expect(store.radio?.tracks == ["Static"])

    func updateQuietly(_ tuner: inout Tuner, _ message: TunerMessage) -> Effect<TunerMessage> {
      updateTuner(&tuner, message).environment { $0[Broadcasts.self].tracks = { _ in [] } }
    }
    let quiet = Store(Tuner(tracks: ["old"]), environment: .preview, update: updateQuietly)
    quiet.send(.tune("jazz"))
    await quiet.run()
    #expect(quiet.tracks == [])
  }

  @Test("Files in memory are files")
  func files() async throws {
    let calls = RecordedCalls<FileClient.Call>()
    let files = FileClient.inMemory().recording(into: calls)
    try await files.write(Data("3 eggs".utf8), to: "lists/market.txt")
    #expect(try await files.list("lists") == ["market.txt"])
    #expect(calls.all.count == 2)
  }
}
