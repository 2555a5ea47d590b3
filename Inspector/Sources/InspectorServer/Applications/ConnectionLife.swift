import InspectorCore
import MillraceInspectorWire

/// The life of an application's connection, from its bytes alone: the handshake, then news.
struct ConnectionLife {
  /// The results of some bytes.
  struct Step {
    /// The frames to be sent.
    var output: [Frame] = []
    /// True when the handshake was completed by these bytes.
    var hasOpened = false
    var news: [ApplicationNews] = []
    /// The sentence with which the connection ends; it may follow news that are valid.
    var end: String?
  }

  private var reader = FrameReader()
  private var handshake: ToolHandshake
  private var stream: ApplicationStream
  /// True after the handshake.
  private(set) var isOpen = false

  init(key: HexBlock, _ writer: HistoryWriter) {
    handshake = ToolHandshake(key: key)
    stream = ApplicationStream(writer)
  }

  /// The first frame of the tool.
  var greeting: Frame { handshake.greeting }

  /// Takes bytes that have come.
  mutating func take(_ bytes: [UInt8]) -> Step {
    var step = Step()
    reader.append(bytes)
    do {
      while step.end == nil, let frame = try reader.next() {
        if isOpen {
          if let news = try stream.take(frame) { step.news.append(news) }
          step.output += stream.takeRequests()
        } else {
          shake(frame, &step)
        }
      }
    } catch {
      step.end = "\(error)"
    }
    if let news = stream.flush() { step.news.append(news) }
    return step
  }

  private mutating func shake(_ frame: Frame, _ step: inout Step) {
    switch handshake.receive(frame) {
    case .send(let answer): step.output.append(answer)
    case .complete(let answer):
      if let answer { step.output.append(answer) }
      reader.endHandshake()
      isOpen = true
      step.hasOpened = true
    case .end(let error, let answer):
      if let answer { step.output.append(answer) }
      step.end = "\(error)"
    }
  }
}
