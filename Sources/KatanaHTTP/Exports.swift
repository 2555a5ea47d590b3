// `import KatanaHTTP` also gives an application the names of requests and transports.
@_exported public import struct MillraceHTTP.HTTPBody
@_exported public import enum MillraceHTTP.HTTPError
@_exported public import enum MillraceHTTP.HTTPMethod
@_exported public import struct MillraceHTTP.HTTPPayload
@_exported public import struct MillraceHTTP.HTTPProgress
@_exported public import struct MillraceHTTP.HTTPRequest
@_exported public import struct MillraceHTTP.HTTPResponse
@_exported public import protocol MillraceHTTP.HTTPTransport
@_exported public import struct MillraceHTTP.HTTPTransportFailure
@_exported public import struct MillraceHTTP.NoPayload
@_exported public import class MillraceHTTP.URLSessionTransport

#if canImport(CCurl)
@_exported public import class MillraceHTTP.CurlTransport
@_exported public import class MillraceHTTP.HTTPStream
#endif
