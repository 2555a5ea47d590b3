import Millrace
import MillraceQueries
import Testing

@Suite("The laws of a query cache") struct QueryCacheLawTests {
  @Test(
    "one request for each key, no answer older than what is known, nothing kept for ever", arguments: 0..<8)
  func laws(batch: UInt64) {
    for number in 0..<60 {
      let seed = batch * 1_000 + UInt64(number)
      var random = RandomSource.seeded(seed)
      var model = CacheModel()
      for _ in 0..<120 where model.problems.isEmpty { model.step(&random) }
      if model.problems.isEmpty { model.settle() }
      #expect(model.problems == [], "seed \(seed) after \(model.log.suffix(12))")
      if !model.problems.isEmpty { return }
    }
  }
}
