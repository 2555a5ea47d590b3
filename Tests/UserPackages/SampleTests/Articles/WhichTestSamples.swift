import Foundation
import Millrace
import MillraceTesting
import Testing

/// The samples of *Which test?*: a button that likes a song, and asks a server for the new count.
enum LikeSample {
  nonisolated struct Song: Codable, Hashable {
    var likes = 0
    var isSaving = false

    static func update(with server: Server) -> @Sendable (inout Song, SongMessage) -> Effect<SongMessage> {
      { song, message in
        switch message {
        case .like:
          guard !song.isSaving else { return .none }
          song.isSaving = true
          return .run(in: .latest("like"), label: "like") { send in
            await send(.saved(try await server.like()))
          }
        case .saved(let likes):
          song = Song(likes: likes)
          return .none
        }
      }
    }
  }

  nonisolated enum SongMessage: Codable, Hashable, Sendable {
    case like
    case saved(Int)
  }

  nonisolated struct Server: Sendable {
    var like: @Sendable () async throws -> Int = { 1 }
  }
}

@MainActor
@Suite("Which test?") struct WhichTestSamples {
  typealias Song = LikeSample.Song
  typealias SongMessage = LikeSample.SongMessage
  typealias Server = LikeSample.Server

  let update = Song.update(with: Server(like: { 42 }))

  @Test("The update is called")
  func function() {
    var song = Song()
    let effect = update(&song, .like)
    #expect(song.isSaving)
    #expect(effect.outline == [.run(label: "like", queue: .latest("like"))])
  }

  @Test("A test store checks each step")
  func testStore() async {
    let test = TestStore(Store(Song(), update: update))
    test.send(.like, effects: [.starts("like")]) { $0.isSaving = true }
    await test.receive(.saved(42)) { $0 = Song(likes: 42) }
    await test.finish()
  }

  @Test("A model check takes all ways through the logic")
  func modelCheck() {
    let check = ModelCheck(Logic(Song(), update: update), messages: [.like])
      .answers { _ in [.sends(.saved(42)), .never] }
      .always("while it saves, a request is under way") { song, effects in
        song.isSaving == !effects.isEmpty
      }
    let report = check.run()
    #expect(report.isSuccess, "\(report)")
  }

  @Test("An explorer takes all orders of the real effects")
  func explorer() async {
    let exploration = await Explorer().explore { world in
      let server = world.outside("server")
      let likes = world.shared(0, as: "likes on the server")
      let liking = Server {
        try await server.call(
          "like",
          answers: [
            .result {
              likes.value += 1
              return likes.value
            }
          ])
      }
      let store = Store(Song(), of: SongMessage.self, flow: world.flow, update: Song.update(with: liking))
      world.user("Ada", sends: [.like, .like], to: store)
      world.finally("the screen shows the server's count") { store.likes == likes.value }
    }
    #expect(exploration.isProven, "\(exploration)")
  }

  @Test("A recorded history is replayed")
  func replay() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonl")
    defer { try? FileManager.default.removeItem(at: file) }
    let store = Store(Song(), name: "song", update: update)
    let recorder = try HistoryRecorder(store.flow, to: file)
    try recorder.record(store)
    store.send(.like)
    await store.run()
    try recorder.finish()

    let report = try Replay(contentsOf: file).run { stage in
      try stage.add(Store(Song(), name: "song", flow: stage.flow, update: update))
    }
    #expect(report.divergence == nil, "\(report)")
  }
}
