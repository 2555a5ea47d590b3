import Millrace
import MillraceTesting
import Testing

@testable import GalleryPrograms

@MainActor
@Suite("Locks")
struct LocksTests {
  private let office = PostOffice(environment: StoreEnvironment(clock: ManualClock()))

  private var stamped: [String] { office.store.stamped }

  @Test("Letters wait while the office is closed, and are stamped in order when the last reason has gone")
  func waiting() throws {
    try office.close(for: "lunch")
    office.hand(in: "Ada")
    try office.close(for: "repairs")
    office.hand(in: "Ben")
    try office.open(after: "lunch")
    #expect(stamped == [])
    #expect(office.waiting == ["Ada", "Ben"])
    try office.open(after: "repairs")
    #expect(stamped == ["Ada", "Ben"])
    #expect(office.waiting == [])
  }

  @Test("Whoever holds a lock passes it, and disturbs nobody who waits")
  func express() throws {
    try office.close(for: "lunch")
    try office.close(for: "repairs")
    office.hand(in: "Ada")
    office.express("Eve")
    #expect(stamped == ["Eve"])
    #expect(office.waiting == ["Ada"])
  }

  @Test("The office is closed for each reason once")
  func refusals() throws {
    try office.close(for: "lunch")
    let again = #expect(throws: PostOffice.Refusal.self) { try office.close(for: "lunch") }
    #expect(again?.description == "The office is closed for 'lunch' already; 'open lunch' ends that.")
    let other = #expect(throws: PostOffice.Refusal.self) { try office.open(after: "repairs") }
    #expect(other?.description == "The office is not closed for 'repairs'; 'queue' says what for.")
    #expect(office.reasons == ["lunch"])
  }

  @Test("Whatever happens, no letter is lost, stamped twice, or overtaken but by those at the back door")
  func order() throws {
    var random = RandomSource.seeded(5)
    var (handed, waiting): ([String], [String]) = ([], [])
    for number in 0..<1_000 {
      let reason = ["lunch", "repairs", "snow"].randomElement(using: &random) ?? "lunch"
      switch Int.random(in: 0..<4, using: &random) {
      case 0 where !office.reasons.contains(reason): try office.close(for: reason)
      case 1 where office.reasons.contains(reason): try office.open(after: reason)
      case 2:
        office.express("e\(number)")
        handed.append("e\(number)")
      default:
        office.hand(in: "l\(number)")
        waiting.append("l\(number)")
      }
      if office.reasons.isEmpty {
        handed += waiting
        waiting = []
      }
      #expect(stamped == handed)
      #expect(office.waiting == waiting)
    }
  }
}
