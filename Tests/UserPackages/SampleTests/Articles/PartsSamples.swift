import Millrace
import Testing

/// The samples of *Parts of a state*.
enum PartsSample {
  struct Picture: Equatable, Sendable {
    var id: Int
    var caption = ""
    var isLive = false

    static func update(_ picture: inout Picture, _ message: PictureMessage) -> Effect<PictureMessage> {
      switch message {
      case .load:
        let id = picture.id
        return .run(in: .latest("load"), label: "load \(id)") { send in
          await send(.loaded(try await CaptionServer.caption(of: id)))
        }
      case .loaded(let caption): picture.caption = caption
      }
      return .none
    }
  }

  enum PictureMessage: Sendable {
    case load
    case loaded(String)
  }

  /// A stand-in for a server.
  enum CaptionServer {
    static func caption(of id: Int) async throws -> String { "picture \(id)" }
  }

  nonisolated struct Gallery {
    enum Screen {
      case shelf
      case viewing(Picture)
    }

    var picture: Picture?
    var screen = Screen.shelf
    var pictures = RowTable<Int, Picture>()
  }

  enum GalleryMessage: Sendable {
    case picture(PictureMessage)
    case row(Int, PictureMessage)
    case show(Picture?)
    case remove(Int)
  }
}

@MainActor
@Suite("Parts of a state") struct PartsSamples {
  typealias Picture = PartsSample.Picture
  typealias PictureMessage = PartsSample.PictureMessage
  typealias Gallery = PartsSample.Gallery
  typealias GalleryMessage = PartsSample.GalleryMessage

  nonisolated struct RowFeature: Sendable {
    static let row = StaticPart {
      RowPart("row", at: \Gallery.pictures, { GalleryMessage.row($0, $1) }) { picture, message in
        if case .loaded(let caption) = message { picture.caption = caption }
        return .none
      }
    }
  }

  enum PictureFeature {
    @MainActor static let row = RowPart("row", at: \Gallery.pictures, { GalleryMessage.row($0, $1) }) {
      picture, message in
      Picture.update(&picture, message)
    }
  }

  @Test("An optional part and the rows of a table end as a whole")
  func parts() async {
    let picture = Part("picture", at: \Gallery.picture, { GalleryMessage.picture($0) }, identity: { $0.id }) {
      picture, message in
      Picture.update(&picture, message)
    }
    let rows = RowPart("row", at: \Gallery.pictures, { GalleryMessage.row($0, $1) }) { picture, message in
      Picture.update(&picture, message)
    }

    let store = Store(Gallery(), parts: [picture, rows]) { gallery, message in
      switch message {
      case .picture(let message): return picture.update(&gallery, message)
      case .row(let id, let message): return rows.update(&gallery, id, message)
      case .show(let shown): gallery.picture = shown
      case .remove(let id): gallery.pictures.remove(id: id)
      }
      return .none
    }

    store.send(.show(Picture(id: 1)))
    store.send(.picture(.load))
    store.send(.show(Picture(id: 2)))
    await store.run()
    #expect(store.picture == Picture(id: 2))

    var gallery = Gallery()
    gallery.pictures = [7: Picture(id: 7)]
    _ = PictureFeature.row.update(&gallery, 7, .load)
    _ = RowFeature.row.update(&gallery, 7, .load)
    store.replace(gallery)
    store.send(.row(7, .load))
    await store.run()
    #expect(store.withState { $0.pictures[7]?.caption } == "picture 7")
  }

  @Test("A case is a part, and a part listens")
  func cases() {
    let viewing = Prism<Gallery.Screen, Picture>(
      tryGet: { if case .viewing(let picture) = $0 { picture } else { nil } },
      inject: { .viewing($0) })
    let viewed = Part(
      "viewed", at: Lens(\Gallery.screen) >>> viewing, { GalleryMessage.picture($0) },
      subscriptions: { picture in
        picture.isLive ? [.every(.seconds(1), id: "live") { PictureMessage.load }] : []
      }
    ) { picture, message in
      Picture.update(&picture, message)
    }
    var gallery = Gallery()
    gallery.screen = .viewing(Picture(id: 1))
    let store = Store(gallery, parts: [viewed]) { gallery, message in
      guard case .picture(let message) = message else { return .none }
      return viewed.update(&gallery, message)
    }
    store.send(.picture(.loaded("sea")))
    #expect(store.withState { viewing.tryGet($0.screen)?.caption } == "sea")
  }
}
