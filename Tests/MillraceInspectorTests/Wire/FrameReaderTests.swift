import RecordFixture
import Testing

@testable import MillraceInspectorWire

@Suite("Frames")
struct FrameReaderTests {
  private func bytes(_ frames: [Frame]) throws -> [UInt8] {
    var bytes: [UInt8] = []
    for frame in frames { try frame.write(to: &bytes) }
    return bytes
  }

  private func reader(sizeLimit: Int = Frame.sizeLimit) -> FrameReader {
    var reader = FrameReader(sizeLimit: sizeLimit)
    reader.endHandshake()
    return reader
  }

  private func error(of bytes: [UInt8], _ reader: FrameReader) -> WireError? {
    var reader = reader
    reader.append(bytes)
    do throws(WireError) {
      while try reader.next() != nil {}
      return nil
    } catch {
      return error
    }
  }

  @Test("what is written is read, in pieces of any size")
  func pieces() throws {
    for seed in 0..<300 as Range<UInt64> {
      var random = RecordRandom(seed)
      let frames = (0..<Int.random(in: 1...8, using: &random)).map { _ in
        Frame(
          head: "{\(String(repeating: "é", count: Int.random(in: 1...40, using: &random)))}",
          body: (0..<Int.random(in: 0...300, using: &random)).map { _ in .random(in: 0...255, using: &random)
          })
      }
      var rest = try bytes(frames)[...]
      var reader = reader()
      var read: [Frame] = []
      while !rest.isEmpty {
        let piece = rest.prefix(Int.random(in: 1...200, using: &random))
        rest = rest.dropFirst(piece.count)
        reader.append(piece)
        while let frame = try reader.next() { read.append(frame) }
      }
      #expect(read == frames, "seed \(seed)")
      #expect(reader.waitingCount == 0)
    }
  }

  @Test("the numbers have their highest byte first")
  func form() throws {
    #expect(
      try bytes([Frame(head: "{\"\":1}", body: [0x31])])
        == [0, 0, 0, 11, 0, 0, 0, 6] + Array("{\"\":1}".utf8) + [0x31])
  }

  @Test("damaged bytes are frames or an error with a sentence, and never trap")
  func hostile() throws {
    let sample = try bytes([
      Frame(head: #"{"turn":1}"#, body: Array("null".utf8)), Frame(head: #"{"ended":1}"#),
    ])
    for seed in 0..<20_000 as Range<UInt64> {
      var random = RecordRandom(seed)
      var bytes = sample
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = .random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        default: bytes.insert(.random(in: 0...255, using: &random), at: place)
        }
      }
      if let error = error(of: bytes, seed % 2 == 0 ? reader() : FrameReader()) {
        #expect(error.description.hasSuffix("."), "seed \(seed)")
      }
    }
  }

  @Test("a size beyond the limits is refused before its bytes have come")
  func limits() throws {
    #expect(error(of: [0, 0, 0, 7], reader()) == .frameSize(7, limit: 256 << 20))
    #expect(error(of: [0x10, 0, 0, 1], reader()) == .frameSize((256 << 20) + 1, limit: 256 << 20))
    #expect(error(of: [0xFF, 0xFF, 0xFF, 0xFF], reader()) == .frameSize(Int(UInt32.max), limit: 256 << 20))
    #expect(error(of: [0, 0, 1, 0], reader(sizeLimit: 255)) == .frameSize(256, limit: 255))
    #expect(error(of: [0, 0, 0, 8, 0, 0, 0, 5], reader()) == .headSize(5, size: 8))
    #expect(error(of: [0, 0, 0, 8, 0, 0, 0, 1], reader()) == .headSize(1, size: 8))
    #expect(
      error(of: [0, 0x20, 0, 0, 0, 0x10, 0, 1], reader()) == .headSize((1 << 20) + 1, size: 0x20_0000))
    #expect(error(of: [0, 0, 0, 8, 0, 0, 0, 4, 0x7B, 0xFF, 0xFF, 0x7D], reader()) == .headText)
    #expect(error(of: [0x10, 0, 0, 0, 0, 0, 0, 4], reader()) == nil)
  }

  @Test("a frame that no reader accepts is not written")
  func refused() throws {
    var bytes: [UInt8] = [1]
    #expect(throws: WireError.frameSize(6, limit: Frame.sizeLimit)) {
      try Frame(head: "{}").write(to: &bytes)
    }
    #expect(throws: WireError.headSize(0, size: 12)) {
      try Frame(head: [], body: [UInt8](repeating: 1, count: 8)).write(to: &bytes)
    }
    let long = [UInt8](repeating: 0x20, count: (1 << 20) + 1)
    #expect(throws: WireError.headSize(long.count, size: long.count + 4)) {
      try Frame(head: long).write(to: &bytes)
    }
    #expect(bytes == [1])
  }

  @Test("before the end of the handshake all frames together have at most 4 KiB")
  func handshakeLimit() throws {
    let half = Frame(head: "{\(String(repeating: " ", count: 2038))}")
    let both = try bytes([half, half])
    #expect(both.count == FrameReader.handshakeLimit)
    #expect(error(of: both, FrameReader()) == nil)
    #expect(error(of: both + [0, 0, 0, 8], FrameReader()) == .handshakeTooLong(limit: 4096))
    #expect(error(of: [0, 0, 0x0F, 0xFD], FrameReader()) == .handshakeTooLong(limit: 4096))
    var reader = FrameReader()
    reader.append(both + both)
    _ = try reader.next()
    _ = try reader.next()
    reader.endHandshake()
    #expect(try reader.next() == half)
  }
}
