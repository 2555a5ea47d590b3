import MillraceDifference
import Testing

@Suite("A difference of values that are unequal to themselves")
struct UnequalValueDifferenceTests {
  private struct Search: Equatable {
    var query = "a"
    var score = Double.nan
    var set: Set<Double> = [.nan]
    var table: [Double: String] = [.nan: "x"]
    var list = [Double.nan, 1]
  }

  @Test("is none where nothing has changed")
  func none() {
    #expect(Difference(from: Double.nan, to: Double.nan) == nil)
    #expect(Difference(from: Search(), to: Search()) == nil)
    #expect(Difference(from: [Search()], to: [Search()]) == nil)
  }

  @Test("shows what has changed, and not the NaN")
  func changed() throws {
    var search = Search()
    search.query = "b"
    search.list = [.nan, 2]
    let text = try #require(Difference(from: Search(), to: search)).description
    #expect(text.contains(#""a""#) && text.contains("2"))
    #expect(!text.contains("nan"), "\(text)")
  }
}
