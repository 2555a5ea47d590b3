import MillraceInspectorWire
import MillraceSupport
import RecordFixture
import Testing

@testable import Millrace
@testable import MillraceInspector

@Suite("What waits for the inspector")
struct BufferTests {
  private func event(_ after: UInt64) -> TurnItem {
    .event(
      EffectEvent(
        kind: .finished, store: "a", storeNumber: 1, serial: after, turn: after, label: nil, id: nil,
        queue: nil),
      after: after, at: 0)
  }

  private func number(_ item: TurnItem) -> UInt64 {
    switch item {
    case .turn(let record, _, _): record.sequence
    case .event(_, let after, _): after
    case .broken(let number, _, _): number
    }
  }

  @Test("a buffer keeps the latest items in order, and counts the others")
  func ring() {
    for seed in 0..<200 as Range<UInt64> {
      var random = RecordRandom(seed)
      let limit = 1 + random.below(10)
      var (intake, batch) = (InspectorIntake(limit: limit), InspectorBatch())
      var (next, taken): (UInt64, UInt64) = (1, 0)
      for _ in 0..<20 {
        let count = random.below(2 * limit)
        for _ in 0..<count {
          let displaced = intake.buffer.add(event(next))
          #expect((displaced == nil) == (next - taken <= limit), "seed \(seed)")
          next += 1
        }
        let gap = batch.take(from: &intake)
        let lost = max(0, count - limit)
        #expect(gap?.events ?? 0 == lost, "seed \(seed)")
        if lost > 0 {
          #expect(gap?.from == taken + 1)
          #expect(gap?.until == taken + UInt64(lost))
        }
        var order: [UInt64] = []
        while let item = batch.next() { order.append(number(item)) }
        #expect(batch.isEmpty)
        _ = batch.end()
        #expect(order == Array(taken + UInt64(lost) + 1..<next), "seed \(seed)")
        taken = next - 1
      }
    }
  }

  @Test("an outbox loses no record over any cuts, and repeats none that was written")
  func outbox() throws {
    for seed in 0..<300 as Range<UInt64> {
      var random = RecordRandom(seed)
      var outbox = Outbox()
      var (next, read): (Int, [Int]) = (0, [])
      var reader = FrameReader()
      reader.endHandshake()
      for _ in 0..<60 {
        switch random.below(8) {
        case 0:
          outbox.cut()
          reader = FrameReader()
          reader.endHandshake()
          try outbox.put(first: [Frame(head: #"{"announced":1}"#)])
        case 1, 2, 3:
          let isRecord = random.below(3) > 0
          let body = [UInt8](repeating: 0x20, count: random.below(40_000))
          try outbox.add(
            Frame(head: isRecord ? "{\"n\":\(next)}" : "{\"no\":1}", body: body), isRecord: isRecord)
          if isRecord { next += 1 }
        default:
          outbox.write { bytes in
            let count = min(bytes.count, random.below(60_000))
            reader.append(bytes.prefix(count))
            return count
          }
          while let frame = try reader.next() {
            let head = String(decoding: frame.head, as: UTF8.self)
            if head.hasPrefix("{\"n\":"), let number = Int(head.dropFirst(5).dropLast()) {
              read.append(number)
            }
          }
        }
      }
      outbox.write { bytes in
        reader.append(bytes)
        return bytes.count
      }
      while let frame = try reader.next() {
        let head = String(decoding: frame.head, as: UTF8.self)
        if head.hasPrefix("{\"n\":"), let number = Int(head.dropFirst(5).dropLast()) { read.append(number) }
      }
      #expect(outbox.count == 0)
      #expect(read == Array(0..<next), "seed \(seed)")
    }
  }

  @Test("attempts are made after longer and longer times, and soon again after a success")
  func delays() {
    var delays = ReconnectDelays(first: .milliseconds(100), longest: .seconds(5))
    let times = (0..<8).map { _ in delays.failed() }
    #expect(
      times.prefix(4) == [.milliseconds(100), .milliseconds(200), .milliseconds(400), .milliseconds(800)])
    #expect(times.suffix(2) == [.seconds(5), .seconds(5)])
    delays.succeeded()
    #expect(delays.failed() == .milliseconds(100))
  }

  @Test("a store is sampled after turns, at its interval, and a tenth of the time at most")
  func samples() {
    var schedule = SampleSchedule()
    schedule.add("a", interval: .milliseconds(50))
    #expect(schedule.take(at: .zero) == ["a"])
    #expect(schedule.take(at: .seconds(1)) == [])
    schedule.turned("a")
    #expect(schedule.nextTime == nil)
    schedule.finished("a", cost: .milliseconds(1), at: .milliseconds(2))
    #expect(schedule.nextTime == .milliseconds(50))
    #expect(schedule.take(at: .milliseconds(49)) == [])
    #expect(schedule.take(at: .milliseconds(50)) == ["a"])
    schedule.finished("a", cost: .milliseconds(400), at: .milliseconds(500))
    #expect(schedule.nextTime == nil)
    schedule.turned("a")
    #expect(schedule.nextTime == .milliseconds(4100))
    schedule.wantAll()
    #expect(schedule.take(at: .milliseconds(501)) == ["a"])
    schedule.cut()
    schedule.wantAll()
    #expect(schedule.take(at: .milliseconds(502)) == ["a"])
  }
}
