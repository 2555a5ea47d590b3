import Harvest
import Testing

@Suite("The words of the original Harvest")
@MainActor struct HarvestOriginalTests {
}
