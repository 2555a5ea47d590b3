// expect-error: Catch LocationError.wrongScheme, .badEncoding or another case: each is one reason.
// expect-also: Catch LocationError.unknownRoute, which has the route.
// An error of a link is one of AftermathCompass.
import AftermathRouting

// row: `CompassError`; its `.invalidURLString`, `.invalidRoute` ✗
func sentence(_ error: CompassError) -> String {
  switch error {
  case .invalidURLString: "not a URL"
  case .invalidRoute: "no route"
  default: "\(error)"
  }
}
