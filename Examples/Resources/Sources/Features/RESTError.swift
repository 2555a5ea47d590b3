public import enum MillraceHTTP.HTTPError

/// The reason why a command of a feature has failed.
///
/// Each description is a sentence that says what happened, why, and what to do.
public enum RESTError: Error, Equatable {
  /// The server has no model with this id.
  case noSuchID(String, resource: String)
  /// No address can contain this id.
  case unusableID(String, resource: String)
  /// The server has answered with a model of another id.
  case otherID(String, asked: String, resource: String)
  /// The request failed: no answer, a status that is no success, or a body that is not the model.
  case http(HTTPError, request: String)
  /// The registered feature has no operations.
  case nothingToHandle(feature: String)
}

extension RESTError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noSuchID(let id, let resource):
      """
      The server has nothing with the id `\(id)` in `\(resource)`; it may have been deleted since the list was \
      fetched, so fetch that again.
      """
    case .unusableID(let id, let resource):
      """
      The id `\(id)` cannot be the last part of a URL, so it was not requested from `\(resource)`; use an id that is \
      not empty, `.` or `..`.
      """
    case .otherID(let id, let asked, let resource):
      """
      The answer to the request for the id `\(asked)` of `\(resource)` has the id `\(id)`; check the server.
      """
    case .http(let error, let request):
      "\(request) has failed. \(error)"
    case .nothingToHandle(let feature):
      """
      The feature `\(feature)` has no operations, so no handler was registered; let it conform to `ListFeature`, \
      `DetailFeature`, `CreateFeature`, `UpdateFeature` or `DeleteFeature`.
      """
    }
  }
}
