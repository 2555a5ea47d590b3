import Millrace
import MillraceTesting
import Testing

@Suite("A static part")
struct StaticPartTests {
  struct Gallery: Sendable {
    var cover: Picture? = Picture()
    var pictures: RowTable<Int, Picture> = [7: Picture(), 8: Picture()]
  }

  struct Picture: Sendable, Equatable {
    var loads = 0
  }

  enum GalleryMessage: Sendable, Equatable {
    case cover(PictureMessage)
    case row(Int, PictureMessage)
    case close
  }

  enum PictureMessage: Sendable, Equatable { case load, loaded }

  /// A feature that crosses isolations, with its parts.
  struct Feature: Sendable {
    static let cover = StaticPart {
      Part("cover", at: \Gallery.cover, { GalleryMessage.cover($0) }) { picture, message in
        load(&picture, message)
      }
    }
    static let row = StaticPart {
      RowPart("row", at: \Gallery.pictures, { GalleryMessage.row($0, $1) }) { picture, message in
        load(&picture, message)
      }
    }

    static func load(_ picture: inout Picture, _ message: PictureMessage) -> Effect<PictureMessage> {
      switch message {
      case .load:
        return .run { send in
          try await send.environment.clock.sleep(for: .seconds(1))
          await send(.loaded)
        }
      case .loaded: picture.loads += 1
      }
      return .none
    }

    static func update(_ gallery: inout Gallery, _ message: GalleryMessage) -> Effect<GalleryMessage> {
      switch message {
      case .cover(let message): return cover.update(&gallery, message)
      case .row(let id, let message): return row.update(&gallery, id, message)
      case .close:
        gallery.cover = nil
        gallery.pictures.remove(id: 7)
        return .none
      }
    }
  }

  @Test("is the same part for stores at several homes, and ends as a whole in each")
  func parts() async throws {
    try await Self.tryOut()
    try await Task.detached { try await Self.tryOut() }.value
  }

  private static func tryOut(isolation: isolated (any Actor)? = #isolation) async throws {
    let clock = ManualClock()
    let store = Store(
      Gallery(), environment: StoreEnvironment(clock: clock), parts: [Feature.cover, Feature.row],
      update: Feature.update)
    store.send(.cover(.load))
    store.send(.row(7, .load))
    store.send(.row(8, .load))
    await clock.waitForSleepers(count: 3)
    store.send(.close)
    try await clock.waitUntil { clock.sleepers.count == 1 }
    await clock.advance(by: .seconds(1))
    await store.run()
    #expect(store.pictures[8]?.loads == 1 && store.pictures.count == 1)
    #expect(Feature.row.part.declaration.name == "row")
  }
}
