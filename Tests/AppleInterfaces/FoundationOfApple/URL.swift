// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// What Foundation has on Apple's systems only; the types for the network are a module of their own on Linux.

public import Foundation
@_exported public import FoundationNetworking

extension URL {
  public static var applicationSupportDirectory: URL { while true {} }
}
