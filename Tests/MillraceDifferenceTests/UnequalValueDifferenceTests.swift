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

  @Test("finds a key or an element that is unequal to itself again")
  func keys() throws {
    let table = try #require(Difference(from: [Double.nan: 1, 2: 2], to: [Double.nan: 1, 2: 3])).description
    #expect(table.contains("2.0: 2") && table.contains("2.0: 3") && !table.contains("nan"), "\(table)")
    #expect(Difference(from: ["a": [Double.nan: 1]], to: ["a": [Double.nan: 1]]) == nil)
    let value = try #require(Difference(from: [Double.nan: 1], to: [Double.nan: 2])).description
    #expect(value.contains("- nan: 1") || value.contains("-   nan: 1"), "\(value)")
    #expect(value.contains("nan: 2"), "\(value)")
    let set = try #require(Difference(from: [Double.nan, 1] as Set, to: [Double.nan, 2])).description
    #expect(set.contains("1.0") && set.contains("2.0") && !set.contains("nan"), "\(set)")
    #expect(Difference(from: [Double.nan: Search.init], to: [:]) != nil)
    let rows = Dictionary(uniqueKeysWithValues: (0..<5).map { (Double.nan, $0) })
    let others = Dictionary(uniqueKeysWithValues: (0..<5).reversed().map { (Double.nan, $0) })
    #expect(Difference(from: rows, to: others) == nil)
  }
}
