// expect-error: type 'GalleryMessage' does not conform to the 'Sendable' protocol
// A message carries an object that is not for every thread.
import Millrace

final class Picture {
  var pixels: [Int] = []
}

struct Gallery {
  var pictures: [Picture] = []
}

enum GalleryMessage {
  case loaded(Picture)
}

func update(_ gallery: inout Gallery, _ message: GalleryMessage) -> Effect<GalleryMessage> {
  .none
}
