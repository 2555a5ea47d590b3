// expect-error: inheritance from a final class 'Store'
// A store is a subclass, as in Katana 6.
import Katana

struct Forecast: Model {
  var temperature = 0
}

// row: Katana 6: an open class `Store` to inherit from
class ForecastStore: Katana.Store<Forecast> {}
