import MillraceCore

extension LinkScheme {
  /// Returns the routes that a link leads to, one behind the other, as for a path of screens.
  ///
  /// The path of such a link is that of each route in order: `albums/3/photos/7` consists of `albums/{id}`
  /// and `photos/{id}`. The query items are those of all routes. A link without a path leads to the route of
  /// the pattern without a path, or to no routes if there is no such pattern.
  ///
  /// If there are several ways to divide the path, the earlier pattern is preferred, from the beginning of
  /// the path on.
  ///
  /// Cost: proportional to the segments of the link, for each pattern.
  public func routes(from link: String) throws(LinkError) -> [Route] {
    let text = try text(of: link)
    if text.path.isEmpty, patterns.contains(where: \.template.path.isEmpty) {
      return [try route(from: link)]
    }
    // For each position, from the end: the first route of the rest, and the position behind it.
    var found = [(route: Route, next: Int)?](repeating: nil, count: text.path.count)
    var misfit: (position: Int, error: LinkError)?
    for start in text.path.indices.reversed() {
      for pattern in patterns where !pattern.template.path.isEmpty {
        let next = start + pattern.template.path.count
        guard next == found.count || (next < found.count && found[next] != nil) else { continue }
        do {
          guard let route = try read(pattern, text, at: start) else { continue }
          found[start] = (route, next)
          break
        } catch {
          if misfit.map({ start < $0.position }) ?? true { misfit = (start, error) }
        }
      }
    }
    var routes: [Route] = []
    var position = 0
    while position < found.count {
      guard let (route, next) = found[position] else {
        throw misfit?.error ?? .unknown(link: shortened(link))
      }
      routes.append(route)
      position = next
    }
    return routes
  }

  /// Returns the link to routes, one behind the other.
  ///
  /// Throws as for one route, also if the link would lead to other routes, as where one of several routes has
  /// no path.
  public func link(to routes: [Route]) throws(LinkError) -> String {
    var whole = LinkText()
    for route in routes {
      let text = try text(of: route)
      if text.path.isEmpty, routes.count > 1 { throw .withoutPath(route: shortened("\(route)")) }
      whole.path += text.path
      // Routes that share an item read the same one.
      for (name, items) in text.items where whole.query.filter({ $0.name == name }) != items {
        whole.query += items
      }
    }
    let link = try written(whole)
    let led = try? self.routes(from: link)
    if !isUnchanged(routes, from: led) {
      throw .leadsToAnother(
        link: shortened(link), route: shortened("\(routes)"), other: led.map { shortened("\($0)") })
    }
    return link
  }
}
